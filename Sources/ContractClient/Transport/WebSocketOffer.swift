internal import Contract
internal import ContractHTTP1

/// The opening handshake of a client (RFC 6455 §4.1): the fields of the request, and what the answer has to be. Pure.
struct WebSocketOffer {
  let key: String
  let protocols: [String]

  /// The fields that every such request has, but for the key, which is new with each connection.
  static func fields(protocols: [String]) throws(ClientError) -> HTTPFields {
    var fields: HTTPFields = ["Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"]
    if protocols.isEmpty { return fields }
    guard Set(protocols).count == protocols.count,
      protocols.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(HTTPToken.contains) })
    else {
      throw ClientError(
        .invalidInput, stage: .encode, "the protocols of a WebSocket are different names of letters and digits")
    }
    fields["Sec-WebSocket-Protocol"] = HTTPFieldValue(unchecked: protocols.joined(separator: ", "))
    return fields
  }

  /// What a request offers.
  init(_ request: HTTPRequest, using generator: inout some RandomNumberGenerator) throws(TransferFailure) {
    guard request.method == .get, case .empty = request.body else {
      throw TransferFailure(.invalidRequest, "a WebSocket is opened by GET without content")
    }
    guard request.fields["Upgrade"]?.rawValue.lowercasedASCII == "websocket" else {
      throw TransferFailure(.invalidRequest, "the one protocol that connections are upgraded to is `websocket`")
    }
    key = WebSocketKey.random(using: &generator)
    protocols = Self.members(of: "Sec-WebSocket-Protocol", in: request.fields)
  }

  /// Checks the answer that the server has switched with.
  func check(_ fields: HTTPFields) throws(TransferFailure) {
    guard Self.members(of: "Upgrade", in: fields).map({ $0.lowercasedASCII }) == ["websocket"],
      Self.members(of: "Connection", in: fields).contains(where: { $0.lowercasedASCII == "upgrade" })
    else { throw Self.malformed("the server switched, but not to WebSockets") }
    guard fields.values("Sec-WebSocket-Accept").map(\.rawValue) == [WebSocketKey.accept(for: key)] else {
      throw Self.malformed("the answer to the opening handshake is not for its key (Sec-WebSocket-Accept)")
    }
    guard Self.members(of: "Sec-WebSocket-Extensions", in: fields).isEmpty else {
      throw Self.malformed("the server wants an extension of WebSockets, and none was offered")
    }
    let chosen = Self.members(of: "Sec-WebSocket-Protocol", in: fields)
    guard chosen.count <= 1, chosen.allSatisfy(protocols.contains) else {
      throw Self.malformed("the server chose a protocol of WebSockets that was not offered")
    }
  }

  private static func malformed(_ text: String) -> TransferFailure { TransferFailure(.malformedResponse, text) }

  private static func members(of name: HTTPFieldName, in fields: HTTPFields) -> [String] {
    fields.values(name).flatMap { $0.rawValue.split(atByte: ",") }
      .map { String($0.withoutOuterSpace) }.filter { !$0.isEmpty }
  }
}
