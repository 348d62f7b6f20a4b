#if TLS
  /// The TLS settings of a listener (HTTPS): certificates, client certificates and the minimum version.
  ///
  /// ```swift
  /// let tls = ServerTLS(chain: "/etc/todos/server.pem", key: "/etc/todos/server.key")
  /// let server = Server(listening: [.tcp("::", port: 8443, dualStack: true).secured(by: tls)]) { TodosRoutes(store) }
  /// ```
  ///
  /// Requires the package's trait `TLS`, which uses OpenSSL. The files are read when the server starts, and again by
  /// ``Server/reloadCertificates()``, which ``Server/run(drain:notice:onStart:)`` calls on SIGHUP.
  ///
  /// Clients that negotiate a protocol (ALPN) must offer `http/1.1`. TLS 1.2 is limited to cipher suites with forward secrecy
  /// and authenticated encryption. Renegotiation and compression are disabled.
  public struct ServerTLS: Hashable, Sendable {
    /// A certificate with its private key and its hosts.
    public struct Certificate: Hashable, Sendable {
      /// A PEM file with the certificate, followed by its intermediate certificates.
      public var chain: String
      /// A PEM file with the private key, without a password. Only the server's user should be able to read it.
      public var key: String
      /// The hosts, such as `api.example.com` or `*.example.com`. If empty, the hosts that the certificate names.
      public var hosts: [String]

      /// Creates a certificate from two files.
      public init(chain: String, key: String, hosts: [String] = []) {
        self.chain = chain
        self.key = key
        self.hosts = hosts
      }
    }

    /// Whether clients must present a certificate.
    public enum ClientCertificates: Hashable, Sendable {
      /// No certificate is requested from clients.
      case none
      /// Clients may present a certificate. It must be issued by an authority in this PEM file.
      case optional(authorities: String)
      /// Clients must present a certificate that is issued by an authority in this PEM file.
      case required(authorities: String)
    }

    /// The minimum version of TLS.
    public enum Version: Hashable, Sendable {
      /// TLS 1.2 (RFC 5246) and 1.3.
      case v12
      /// Only TLS 1.3 (RFC 8446).
      case v13
    }

    /// The certificates. A client gets the one for the host that it names (SNI), otherwise the first.
    public var certificates: [Certificate]
    /// Whether clients must present a certificate; handlers read it from ``/Contract/ServerRequest/clientCertificate``.
    public var clients: ClientCertificates
    /// The minimum version that clients must support.
    public var minimumVersion: Version

    /// Creates settings with one certificate, or several for different hosts.
    public init(
      _ certificates: [Certificate], clients: ClientCertificates = .none, minimumVersion: Version = .v12
    ) {
      self.certificates = certificates
      self.clients = clients
      self.minimumVersion = minimumVersion
    }

    /// Creates settings with one certificate for all hosts.
    public init(
      chain: String, key: String, clients: ClientCertificates = .none, minimumVersion: Version = .v12
    ) {
      self.init([Certificate(chain: chain, key: key)], clients: clients, minimumVersion: minimumVersion)
    }
  }

  extension BindAddress {
    /// Returns the address with encrypted connections. With a ``ProxyProtocol``, the PROXY header comes before TLS, as proxies
    /// send it.
    public func secured(by tls: ServerTLS) -> BindAddress {
      var address = self
      address.tls = tls
      return address
    }
  }
#endif
