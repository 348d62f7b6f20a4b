/// Who has sent a request, as far as its connection tells. One object for all requests of a connection.
package final class Peer: Sendable {
  /// Its address, such as `127.0.0.1:50312`, or `unix:` for a Unix domain socket; nil where no connection is involved.
  package let address: String?
  /// The certificate that it has shown, where the server asks for one and has verified it.
  package let certificate: ClientCertificate?

  package init(address: String?, certificate: ClientCertificate? = nil) {
    self.address = address
    self.certificate = certificate
  }
}
