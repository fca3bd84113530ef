/* Light or dark, before anything is painted. Not a module, so that it runs at once. */
(() => {
  const KEY = "vauban.theme";
  const root = document.documentElement;
  /** @returns {string | null} */
  const kept = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const theme = kept();
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
})();
