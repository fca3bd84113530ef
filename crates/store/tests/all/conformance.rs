//! Every store passes the one suite.

use std::sync::Arc;

use tempfile::TempDir;
use vauban_store::{
    MemoryStore, Pending, PostgresAddress, PostgresOptions, PostgresStore, SqliteOptions,
    SqliteStore, Store,
    conformance::{Careless, Cluster, Home, Slip, failing, suite},
};

struct InMemory(MemoryStore);

impl Home for InMemory {
    fn open(&self) -> Pending<'_, Arc<dyn Store>> {
        let store: Arc<dyn Store> = Arc::new(self.0.reopen());
        Box::pin(async move { Ok(store) })
    }
}

/// A store that makes a mistake.
struct WithSlip(MemoryStore, Slip);

impl Home for WithSlip {
    fn open(&self) -> Pending<'_, Arc<dyn Store>> {
        let store: Arc<dyn Store> = Arc::new(Careless {
            store: Arc::new(self.0.reopen()),
            slip: self.1,
        });
        Box::pin(async move { Ok(store) })
    }
}

struct InFile {
    folder: TempDir,
    options: SqliteOptions,
}

impl InFile {
    fn new(options: SqliteOptions) -> InFile {
        InFile {
            folder: TempDir::new().unwrap(),
            options,
        }
    }
}

impl Home for InFile {
    fn open(&self) -> Pending<'_, Arc<dyn Store>> {
        let path = self.folder.path().join("vauban.db");
        let options = self.options.clone();
        Box::pin(async move {
            let store: Arc<dyn Store> = Arc::new(SqliteStore::open_with(path, &options)?);
            Ok(store)
        })
    }
}

struct InDatabase {
    address: PostgresAddress,
    options: PostgresOptions,
}

impl InDatabase {
    fn new(options: &PostgresOptions) -> InDatabase {
        InDatabase {
            address: Cluster::shared().empty_store().parse().unwrap(),
            options: options.clone(),
        }
    }
}

impl Home for InDatabase {
    fn open(&self) -> Pending<'_, Arc<dyn Store>> {
        Box::pin(async move {
            let store = PostgresStore::open_with(&self.address, &self.options).await?;
            let store: Arc<dyn Store> = Arc::new(store);
            Ok(store)
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_in_postgresql_conforms() {
    suite(|| InDatabase::new(&PostgresOptions::default())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_in_memory_conforms() {
    suite(|| InMemory(MemoryStore::for_nodes())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_in_a_file_conforms() {
    suite(|| InFile::new(SqliteOptions::default())).await;
}

/// The tightest that it can be: everything waits for everything, and nothing may hang.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_with_one_reader_and_a_queue_of_one_conforms() {
    let mut options = SqliteOptions::default();
    (options.readers, options.queue, options.group) = (1, 1, 2);
    suite(|| InFile::new(options.clone())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_suite_finds_every_slip() {
    for (slip, case) in Slip::ALL {
        let failed = failing(|| WithSlip(MemoryStore::new(), slip)).await;
        assert!(failed.contains(&case), "{slip:?}: {failed:?}");
    }
    assert!(failing(|| InMemory(MemoryStore::new())).await.is_empty());
}
