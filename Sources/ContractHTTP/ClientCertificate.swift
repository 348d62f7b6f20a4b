/// A client certificate that a TLS server has verified against its authorities.
///
/// ```swift
/// guard ServerRequest.current?.clientCertificate?.names.contains("spiffe://example/billing") == true else { … }
/// ```
public final class ClientCertificate: Sendable, Hashable {
  /// The subject in RFC 4514 format, such as `CN=billing,O=Example`.
  public let subject: String
  /// The subject alternative names, in order: host names, email addresses and URIs.
  public let names: [String]
  /// The SHA-256 hash of the certificate in 64 hexadecimal digits, unique for each certificate.
  public let fingerprint: String

  /// Creates a certificate value, for tests of handlers.
  public init(subject: String, names: [String] = [], fingerprint: String) {
    self.subject = subject
    self.names = names
    self.fingerprint = fingerprint
  }

  /// Returns true when both have the same fingerprint.
  public static func == (left: ClientCertificate, right: ClientCertificate) -> Bool {
    left.fingerprint == right.fingerprint
  }

  /// Hashes the fingerprint.
  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
