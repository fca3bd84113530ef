//! The faults that can be planted in a game, each for a law to catch.

/// What is wrong. Each variant is one behaviour that differs from the game's own.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Fault {
    /// Nothing is.
    None,
    /// The rule set has no name.
    NamelessRules,
    /// Lists are empty.
    Stuck,
    /// No action is of a listed kind.
    UnlistedKind,
    /// Nature has no results.
    NoResults,
    /// Whoever asks gets the list of the seat on turn.
    OutOfTurn,
    /// Every action is listed twice.
    ListedTwice,
    /// The order of a list changes.
    Restless,
    /// A list replaces what it should be appended to.
    Overwrites,
    /// The last action is missing from the list.
    Unlisted,
    /// Everything is allowed to whoever is on turn.
    Lenient,
    /// The first action of a list is refused.
    Strict,
    /// Every order is trimmed to the first action of the list.
    TrimsTooMuch,
    /// Trimming an order again changes it again.
    TrimsForEver,
    /// All actions are written alike.
    WrittenAlike,
    /// An action's text has a blank at its beginning.
    WrittenWithBlank,
    /// The first action's text is a word of the console.
    WrittenAsCommand,
    /// Weights are 0.
    Weightless,
    /// The weights' sum is above the limit.
    Overweight,
    /// The first result comes twice.
    ResultTwice,
    /// The last result can be rolled but is not listed.
    RollsUnlisted,
    /// All results are written alike.
    ResultsAlike,
    /// A result's text has an exclamation mark.
    ResultMarked,
    /// All gestures are one spot of the same name.
    ClickedAlike,
    /// A gesture is empty.
    NoClick,
    /// Some gestures are cut short, so that they begin others.
    ClickedShort,
    /// The target of a phrase is not what is clicked last.
    TargetsAstray,
    /// The amount of every phrase is 1.
    AmountsAlike,
    /// A phrase has no amount.
    AmountsFixed,
    /// The number is clicked too.
    AmountsClicked,
    /// Every number is an entry of the list by itself.
    AmountsListed,
    /// Click paths mean nothing.
    Meaningless,
    /// Every view is imagined to be the start.
    ImaginesStart,
    /// What is allowed depends on what is hidden.
    ListsSecrets,
    /// The numbers of a refusal depend on what is hidden.
    RefusesBySecrets,
    /// The record shows every action to everybody.
    ShowsActions,
    /// The record shows every result to everybody.
    ShowsResults,
    /// Nothing is said to reveal anything.
    RevealsNothing,
    /// Positions read as the start.
    ReadsStart,
    /// Positions have a blank in them.
    BlankPosition,
    /// Keys change from call to call.
    RestlessKey,
    /// All states have one key.
    OneKey,
    /// All layers are drawn twice.
    KeysTwice,
    /// Glyphs are a sentence.
    LongGlyphs,
    /// Layers are painted with a ground that the game does not declare.
    StrayGround,
    /// Actions have a mark that the game does not declare.
    StrayMark,
    /// The backdrop changes.
    RestlessBackdrop,
    /// Events happen at a place that does not exist.
    Nowhere,
    /// Events have a fact that no other game has.
    StrayFact,
    /// Events tell of a seat that nobody has.
    StraySeat,
    /// The French caption is missing.
    NoCaption,
    /// The French text of events is missing.
    SilentEvents,
    /// Refusals come without reasons.
    NoReasons,
    /// The French text of refusals is missing.
    NoRefusalText,
    /// Refusals cite a paragraph that does not exist.
    WrongParagraph,
    /// Refusals have a code that no tree has.
    StrayCode,
    /// Refusals leave a demand unchecked that no tree has.
    StrayDemand,
    /// Cards panic.
    PanickingCards,
    /// Statistics lack the last seat.
    ShortStatistics,
    /// The status names a phase that the card does not have.
    UnknownPhase,
    /// The odds lack a line.
    OddsAstray,
    /// The odds have no French.
    WordlessOdds,
    /// What cannot be lost is at stake.
    NothingAtStake,
    /// Lenses map a place that does not exist.
    LensNowhere,
    /// Whoever leaves stays.
    Lingering,
    /// Nobody is ever out.
    StillIn,
    /// It claims to have no secrets.
    SaysItIsOpen,
    /// The last seat has no score.
    Scoreless,
    /// Imported files lack their last step.
    ForgetsLastStep,
    /// Actions change nothing.
    Endless,
}
