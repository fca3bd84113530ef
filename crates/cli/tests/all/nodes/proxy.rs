//! The way between a node and its database, which can be cut.

use std::net::SocketAddr;

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
};

pub struct Proxy {
    pub port: u16,
    is_cut: watch::Sender<bool>,
}

impl Proxy {
    pub async fn start(to: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let is_cut = watch::Sender::new(false);
        let cut = is_cut.subscribe();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, to, cut.clone()));
            }
        });
        Proxy { port, is_cut }
    }

    /// Everything that is on its way is lost, and nobody gets through.
    pub fn cut(&self) {
        self.is_cut.send_replace(true);
    }

    pub fn mend(&self) {
        self.is_cut.send_replace(false);
    }
}

async fn carry(mut client: TcpStream, to: u16, mut cut: watch::Receiver<bool>) {
    if *cut.borrow() {
        return;
    }
    let address = SocketAddr::from(([127, 0, 0, 1], to));
    let Ok(mut server) = TcpStream::connect(address).await else {
        return;
    };
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => (),
        _ = cut.wait_for(|is_cut| *is_cut) => (),
    }
}
