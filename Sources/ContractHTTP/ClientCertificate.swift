/// A client's certificate that the server has verified against its authorities, on a server with TLS.
///
/// ```swift
/// guard ServerRequest.current?.clientCertificate?.names.contains("spiffe://example/billing") == true else { … }
/// ```
public final class ClientCertificate: Sendable, Hashable {
  /// Who it is for, as RFC 4514 spells it: `CN=billing,O=Example`.
  public let subject: String
  /// Its alternative names: hosts, addresses of mail and URIs, in their order.
  public let names: [String]
  /// The SHA-256 of the certificate, in 64 hexadecimal digits. Two certificates never share one.
  public let fingerprint: String

  /// A certificate with these parts; tests of handlers make one.
  public init(subject: String, names: [String] = [], fingerprint: String) {
    self.subject = subject
    self.names = names
    self.fingerprint = fingerprint
  }

  /// True for the same certificate.
  public static func == (left: ClientCertificate, right: ClientCertificate) -> Bool {
    left.fingerprint == right.fingerprint
  }

  /// By the fingerprint.
  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
