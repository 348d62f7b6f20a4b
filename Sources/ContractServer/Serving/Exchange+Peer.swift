internal import Contract
internal import ContractSockets

extension Exchange {
  /// Creates an exchange with the facts about the connection.
  convenience init(
    head: RequestHead?, operation: APIOperation?, headRefusal: HTTPStatus? = nil, peer: PeerAddress?,
    admittedBy: SecurityScheme? = nil
  ) {
    self.init(
      head: head, operation: operation, headRefusal: headRefusal, remoteAddress: peer?.description,
      remoteHost: peer.flatMap { $0.host.isEmpty ? nil : $0.host }, clientCertificate: peer?.clientCertificate,
      scheme: peer?.isSecure == true ? "https" : nil, admittedBy: admittedBy)
  }
}
