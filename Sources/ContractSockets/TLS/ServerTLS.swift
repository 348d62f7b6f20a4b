#if TLS
  /// Encrypts the connections of a listener (HTTPS): TLS 1.2 and 1.3, by OpenSSL.
  ///
  /// ```swift
  /// let tls = ServerTLS(chain: "/etc/todos/server.pem", key: "/etc/todos/server.key")
  /// let server = Server(listening: [.tcp("::", port: 8443, dualStack: true).secured(by: tls)]) { TodosRoutes(store) }
  /// ```
  ///
  /// Exists when the package is built with its trait `TLS`. The files are read when the server starts, and again by
  /// ``Server/reloadCertificates()``, which ``Server/run(drain:notice:onStart:)`` calls on SIGHUP.
  ///
  /// Clients that negotiate a protocol (ALPN) have to offer `http/1.1`. Of TLS 1.2 only suites with forward secrecy and
  /// authenticated encryption are taken, and nothing is ever renegotiated or compressed.
  public struct ServerTLS: Hashable, Sendable {
    /// A certificate with its key, and the hosts that it is shown to.
    public struct Certificate: Hashable, Sendable {
      /// A PEM file with the certificate and, behind it, those between it and its authority.
      public var chain: String
      /// A PEM file with the private key, which no password protects. Only the server's user should be able to read it.
      public var key: String
      /// The hosts that it is for, such as `api.example.com` or `*.example.com`; those that the certificate itself names
      /// when empty.
      public var hosts: [String]

      /// A certificate in these files.
      public init(chain: String, key: String, hosts: [String] = []) {
        self.chain = chain
        self.key = key
        self.hosts = hosts
      }
    }

    /// Whether clients show certificates of their own.
    public enum ClientCertificates: Hashable, Sendable {
      /// They are not asked.
      case none
      /// They are asked and may do without; one that is shown has to be of an authority in this PEM file.
      case optional(authorities: String)
      /// They have to show one of an authority in this PEM file.
      case required(authorities: String)
    }

    /// The oldest version of the protocol.
    public enum Version: Hashable, Sendable {
      /// TLS 1.2 (RFC 5246) and 1.3.
      case v12
      /// TLS 1.3 (RFC 8446) alone.
      case v13
    }

    /// The certificates. A client is shown the one for the host that it names, or else the first.
    public var certificates: [Certificate]
    /// Whether clients show certificates; handlers find them as ``/Contract/ServerRequest/clientCertificate``.
    public var clients: ClientCertificates
    /// The oldest version that clients may speak.
    public var minimumVersion: Version

    /// One certificate, or several for different hosts.
    public init(
      _ certificates: [Certificate], clients: ClientCertificates = .none, minimumVersion: Version = .v12
    ) {
      self.certificates = certificates
      self.clients = clients
      self.minimumVersion = minimumVersion
    }

    /// One certificate for all hosts.
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
