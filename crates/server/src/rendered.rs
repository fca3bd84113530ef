//! A cache of what was rendered since a match last changed: viewers who see the same in the same language get the same
//! text, which is rendered once.

use std::{collections::HashMap, sync::Arc};

use serde_json::Value;
use vauban_game::{Lang, Viewer};
use vauban_table::Page;

/// What one kind of viewer is sent, without what changes by the mere passing of time.
#[derive(Debug)]
pub struct RenderedPage {
    pub page: Page,
    pub text: String,
}

/// Pages and news by kind of viewer. Kept until everybody who watches has got them, so that it costs no
/// memory while nothing happens.
#[derive(Debug, Default)]
pub struct Rendered {
    pages: HashMap<(Viewer, Lang), Arc<RenderedPage>>,
    news: HashMap<(Viewer, Lang, u64), Arc<[Value]>>,
    served: usize,
}

impl Rendered {
    pub fn page(
        &mut self,
        viewer: Viewer,
        lang: Lang,
        render: impl FnOnce() -> RenderedPage,
    ) -> Arc<RenderedPage> {
        let known = self.pages.entry((viewer, lang));
        Arc::clone(known.or_insert_with(|| Arc::new(render())))
    }

    /// What a viewer was told after its entry `seq`.
    pub fn news(
        &mut self,
        viewer: Viewer,
        lang: Lang,
        seq: u64,
        render: impl FnOnce() -> Vec<Value>,
    ) -> Arc<[Value]> {
        let known = self.news.entry((viewer, lang, seq));
        Arc::clone(known.or_insert_with(|| render().into()))
    }

    /// One of `watchers` has got what is new.
    pub fn served(&mut self, watchers: usize) {
        self.served += 1;
        if self.served >= watchers {
            *self = Rendered::default();
        }
    }
}
