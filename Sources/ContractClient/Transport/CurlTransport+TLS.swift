extension CurlTransport {
  /// Whom to trust, and how to prove who the client is.
  ///
  /// Certificates and host names are always checked; there is no switch against it. For a server with a certificate of
  /// its own making, name that certificate, or who has signed it, as ``authorities``.
  public struct TLS: Sendable, Hashable {
    /// Who signs the certificates of servers. The system's authorities unless set.
    public var authorities = CertificateAuthorities.system
    /// The certificate that servers may ask for; none unless set.
    public var clientCertificate: ClientCertificate?
    /// Keys one of which a server must have besides a valid certificate; any key will do unless set.
    ///
    /// A key is the SHA-256 of its SubjectPublicKeyInfo in base64, 44 characters (RFC 7469 §2.4):
    /// `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`.
    public var pinnedKeys: [String] = []
    /// The oldest version that is spoken. TLS 1.2 unless set.
    public var minimumVersion = TLSVersion.tls12

    /// The defaults.
    public init() {}
  }

  /// Who signs the certificates of servers.
  public enum CertificateAuthorities: Sendable, Hashable {
    /// Those that the system trusts.
    case system
    /// Those in a file in PEM form, and no others.
    case file(String)
    /// Those in bytes in PEM form, and no others. Needs libcurl 7.77.
    case pem([UInt8])
  }

  /// A version of TLS.
  public enum TLSVersion: Sendable, Hashable {
    /// TLS 1.2 (RFC 5246).
    case tls12
    /// TLS 1.3 (RFC 8446).
    case tls13
  }

  /// A certificate that tells a server who the client is, with its key. No description shows any of it.
  public struct ClientCertificate: Sendable, Hashable {
    /// Where certificates and keys come from.
    public enum Source: Sendable, Hashable {
      /// A file at this path.
      case file(String)
      /// These bytes. Needs libcurl 7.71.
      case bytes([UInt8])
    }

    enum Form: Sendable, Hashable { case pem, pkcs12 }

    let form: Form
    let certificate: Source
    let key: Source?
    let password: String?

    /// A certificate in PEM form, perhaps followed by those between it and its authority.
    ///
    /// - Parameters:
    ///   - key: the private key in PEM form; nil when it is in the same place as the certificate.
    ///   - password: opens the key, if it is encrypted.
    public static func pem(_ certificate: Source, key: Source? = nil, password: String? = nil) -> ClientCertificate {
      ClientCertificate(form: .pem, certificate: certificate, key: key, password: password)
    }

    /// A certificate and its key in PKCS #12 form (RFC 7292), which `password` opens.
    public static func pkcs12(_ content: Source, password: String) -> ClientCertificate {
      ClientCertificate(form: .pkcs12, certificate: content, key: nil, password: password)
    }
  }
}

extension CurlTransport.ClientCertificate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// That there is a certificate.
  public var description: String { "<redacted>" }

  /// That there is a certificate.
  public var debugDescription: String { description }

  /// Nothing, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
