/// The sender of a request as seen by its connection. All requests of a connection share one object.
package final class Peer: Sendable {
  /// The peer's address, such as `127.0.0.1:50312`, or `unix:` for a Unix domain socket; nil without a connection.
  package let address: String?
  /// The verified client certificate, if the server requested one.
  package let certificate: ClientCertificate?

  package init(address: String?, certificate: ClientCertificate? = nil) {
    self.address = address
    self.certificate = certificate
  }
}
