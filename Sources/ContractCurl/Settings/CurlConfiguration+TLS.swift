extension CurlConfiguration {
  /// The TLS options of a transport.
  ///
  /// Certificates and host names are always verified. For a server with a self-signed certificate, add the certificate
  /// or its issuer to ``authorities``.
  public struct TLS: Sendable, Hashable {
    /// The trusted authorities. Default: the authorities that the system trusts.
    public var authorities = CertificateAuthorities.system
    /// The client certificate for servers that request one; nil for none.
    public var clientCertificate: ClientCertificate?
    /// The accepted public keys of servers, checked in addition to the certificate. An empty list accepts any key.
    ///
    /// Each entry is the base64 SHA-256 of the SubjectPublicKeyInfo, with 44 characters (RFC 7469 §2.4):
    /// `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`.
    public var pinnedKeys: [String] = []
    /// The minimum TLS version. Default: TLS 1.2.
    public var minimumVersion = TLSVersion.tls12

    /// Creates the default options.
    public init() {}
  }

  /// The authorities trusted to sign server certificates.
  public enum CertificateAuthorities: Sendable, Hashable {
    /// The authorities that the system trusts.
    case system
    /// Only the authorities in a PEM file.
    case file(String)
    /// Only the authorities in PEM data. Requires libcurl 7.77.
    case pem([UInt8])
  }

  /// A version of TLS.
  public enum TLSVersion: Sendable, Hashable {
    /// TLS 1.2 (RFC 5246).
    case tls12
    /// TLS 1.3 (RFC 8446).
    case tls13
  }

  /// A client certificate with its private key. Descriptions do not show them.
  public struct ClientCertificate: Sendable, Hashable {
    /// The source of a certificate or key.
    public enum Source: Sendable, Hashable {
      /// The file at a path.
      case file(String)
      /// Data in memory. Requires libcurl 7.71.
      case bytes([UInt8])
    }

    enum Form: Sendable, Hashable { case pem, pkcs12 }

    let form: Form
    let certificate: Source
    let key: Source?
    let password: String?

    /// Creates a client certificate from PEM, optionally followed by intermediate certificates.
    ///
    /// - Parameters:
    ///   - key: The private key in PEM; nil if `certificate` contains it.
    ///   - password: The password of an encrypted key; nil for none.
    public static func pem(_ certificate: Source, key: Source? = nil, password: String? = nil) -> ClientCertificate {
      ClientCertificate(form: .pem, certificate: certificate, key: key, password: password)
    }

    /// Creates a client certificate from a PKCS #12 archive (RFC 7292) with its password.
    public static func pkcs12(_ content: Source, password: String) -> ClientCertificate {
      ClientCertificate(form: .pkcs12, certificate: content, key: nil, password: password)
    }
  }
}

extension CurlConfiguration.ClientCertificate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  /// A fixed text without secrets.
  public var description: String { "<redacted>" }

  /// A fixed text without secrets.
  public var debugDescription: String { description }

  /// An empty mirror, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
