//! Where a database is and how it is reached. The password is in no text that this makes.

use std::{fmt, fs, net::IpAddr, path::Path, str::FromStr, sync::Arc, time::Duration};

use percent_encoding::percent_decode_str;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};
use tokio_postgres::{
    Config,
    config::{Host, SslMode},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::StoreError;

/// How long it may take to connect.
const CONNECT: Duration = Duration::from_secs(5);

/// How long what was sent may stay unanswered by the other machine before the connection counts as cut.
const SILENCE: Duration = Duration::from_secs(10);

/// The address of a database: `postgres://USER@HOST:PORT/DATABASE`.
#[derive(Clone)]
pub struct PostgresAddress {
    config: Config,
    tls: Tls,
}

/// Whether the way to the database is encrypted.
#[derive(Clone, Eq, PartialEq, Debug)]
enum Tls {
    Off,
    /// Its certificate is checked against those of the system.
    System,
    /// Against those of a file.
    File(String),
}

impl PostgresAddress {
    /// Whether a text means a database rather than a file.
    pub fn is_meant_by(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// Sets the password, unless the address has one.
    pub fn set_password(&mut self, password: &str) {
        if self.config.get_password().is_none() {
            self.config.password(password);
        }
    }

    pub fn has_password(&self) -> bool {
        self.config.get_password().is_some()
    }

    /// The user to whom a password would belong, and everything else that leads there.
    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    pub(super) fn connector(&self) -> Result<MakeRustlsConnect, StoreError> {
        let mut roots = RootCertStore::empty();
        match &self.tls {
            Tls::Off => (),
            Tls::System => {
                let found = rustls_native_certs::load_native_certs();
                roots.add_parsable_certificates(found.certs);
                if roots.is_empty() {
                    return Err(StoreError::Failed(
                        "this system has no certificates to check the database's with; name a file of them \
                         with ?sslrootcert=FILE"
                            .into(),
                    ));
                }
            }
            Tls::File(file) => {
                let wrong = |why: String| StoreError::File {
                    path: file.into(),
                    reason: why.into(),
                };
                let pem = fs::read(Path::new(file)).map_err(|error| wrong(error.to_string()))?;
                for certificate in CertificateDer::pem_slice_iter(&pem) {
                    let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
                    let added = roots.add(certificate);
                    added.map_err(|error| wrong(error.to_string()))?;
                }
                if roots.is_empty() {
                    return Err(wrong("there is no certificate in this file".into()));
                }
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| StoreError::Failed(error.to_string().into()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(MakeRustlsConnect::new(config))
    }
}

/// What was wrong with an address. It does not repeat the address, in which there may be a password.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum AddressError {
    /// It has not the form of one.
    Malformed,
    /// A way of encrypting that says neither yes nor no.
    SslMode,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AddressError::Malformed => "this is not the address of a database",
            AddressError::SslMode => "sslmode is `disable` or `verify-full`",
        })
    }
}

impl std::error::Error for AddressError {}

impl FromStr for PostgresAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<PostgresAddress, AddressError> {
        // 1. What we read ourselves: the crate knows neither files of certificates nor `verify-full`.
        // Before the last @ there may be a password.
        let host = text.rfind('@').unwrap_or(0);
        let query = text[host..].find('?').map(|at| host + at);
        let (place, query) = query.map_or((text, ""), |at| (&text[..at], &text[at + 1..]));
        let (mut mode, mut file, mut rest) = (None, None, Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", value)) => mode = Some(value),
                Some(("sslrootcert", value)) => file = Some(decoded(value)?),
                _ => rest.push(pair),
            }
        }
        let text = match rest.is_empty() {
            true => place.to_owned(),
            false => format!("{place}?{}", rest.join("&")),
        };
        // 2. Everything else.
        let mut config: Config = text.parse().map_err(|_| AddressError::Malformed)?;
        if config.get_hosts().is_empty() {
            return Err(AddressError::Malformed);
        }
        let tls = match (mode, file) {
            (Some("disable"), None) => Tls::Off,
            (Some("require" | "verify-ca" | "verify-full"), None) => Tls::System,
            (Some("require" | "verify-ca" | "verify-full") | None, Some(file)) => Tls::File(file),
            (Some(_), _) => return Err(AddressError::SslMode),
            (None, None) if config.get_hosts().iter().all(is_this_machine) => Tls::Off,
            (None, None) => Tls::System,
        };
        config
            .ssl_mode(match tls {
                Tls::Off => SslMode::Disable,
                Tls::System | Tls::File(_) => SslMode::Require,
            })
            .connect_timeout(CONNECT)
            .tcp_user_timeout(SILENCE)
            .keepalives_idle(SILENCE)
            .keepalives_interval(SILENCE / 5)
            .keepalives_retries(3);
        if config.get_application_name().is_none() {
            config.application_name("vauban");
        }
        Ok(PostgresAddress { config, tls })
    }
}

fn decoded(value: &str) -> Result<String, AddressError> {
    let decoded = percent_decode_str(value).decode_utf8();
    decoded.map(Into::into).map_err(|_| AddressError::Malformed)
}

fn is_this_machine(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            let address = name.trim_matches(['[', ']']).parse::<IpAddr>();
            name == "localhost" || address.is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

/// Without the password.
impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres://")?;
        if let Some(user) = self.config.get_user() {
            write!(f, "{user}@")?;
        }
        let ports = self.config.get_ports();
        for (index, host) in self.config.get_hosts().iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            match host {
                Host::Tcp(name) => f.write_str(name)?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{}", path.display())?,
            }
            if let Some(port) = ports.get(index).or(ports.first()) {
                write!(f, ":{port}")?;
            }
        }
        match self.config.get_dbname() {
            Some(name) => write!(f, "/{name}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresAddress({self}, {:?})", self.tls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<PostgresAddress, AddressError> {
        text.parse()
    }

    #[test]
    fn a_password_is_in_no_text() {
        let mut address = read("postgres://ada:sesame@db.example:5433/club").unwrap();
        assert_eq!(address.to_string(), "postgres://ada@db.example:5433/club");
        assert!(!format!("{address:?}").contains("sesame"));
        assert!(!format!("{:?}", address.config()).contains("sesame"));
        address.set_password("later");
        assert_eq!(address.config().get_password(), Some(&b"sesame"[..]));
        let mut without = read("postgres://ada@db.example/club").unwrap();
        without.set_password("later");
        assert_eq!(without.config().get_password(), Some(&b"later"[..]));
    }

    #[test]
    fn a_password_may_have_any_sign() {
        let address = read("postgres://ada:ses?sslmode=ame@db.example/club").unwrap();
        let password = address.config().get_password();
        assert_eq!(password, Some(&b"ses?sslmode=ame"[..]));
        assert_eq!(address.tls, Tls::System);
    }

    #[test]
    fn what_cannot_be_read_is_not_repeated() {
        for text in [
            "postgres://ada:sesame@db.example:port/club",
            "postgres://",
            "postgres://ada:sesame@db.example/club?sslmode=prefer",
            "postgres://ada:sesame@db.example/club?sesame=1",
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(!error.contains("ses"), "{error}");
        }
    }

    #[test]
    fn the_way_to_another_machine_is_encrypted_unless_somebody_says_otherwise() {
        let tls = |text: &str| read(text).unwrap().tls;
        assert_eq!(tls("postgres://localhost/club"), Tls::Off);
        assert_eq!(tls("postgres://127.0.0.1:5433/club"), Tls::Off);
        assert_eq!(tls("postgres://%2Frun%2Fpostgresql/club"), Tls::Off);
        assert_eq!(tls("postgres://db.example/club"), Tls::System);
        assert_eq!(tls("postgres://localhost,db.example/club"), Tls::System);
        assert_eq!(tls("postgres://db.example/club?sslmode=disable"), Tls::Off);
        assert_eq!(
            tls("postgres://localhost/club?sslmode=verify-full"),
            Tls::System
        );
        let file = tls("postgres://localhost/club?sslrootcert=%2Fetc%2Fca.pem&application_name=x");
        assert_eq!(file, Tls::File("/etc/ca.pem".into()));
    }
}
