internal import Contract
internal import ContractCurl
internal import ContractHTTP1

/// The client's opening handshake (RFC 6455 §4.1): the headers of the request and the checks of the response.
struct WebSocketOffer {
  let key: String
  let protocols: [String]
  /// The offered compression; nil for none.
  private let deflate: WebSocketExtension?

  /// Returns the headers of an upgrade request, except the key, which is new for each connection.
  static func fields(protocols: [String]) throws(ClientError) -> HTTPFields {
    var fields: HTTPFields = ["Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"]
    if protocols.isEmpty { return fields }
    guard Set(protocols).count == protocols.count,
      protocols.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(HTTPToken.contains) })
    else {
      throw ClientError(
        .invalidInput, stage: .encode, "the WebSocket subprotocols contain a duplicate or an invalid name")
    }
    fields[.secWebSocketProtocol] = HTTPFieldValue(unchecked: protocols.joined(separator: ", "))
    return fields
  }

  /// Creates the offer of a request.
  init(_ request: HTTPRequest, using generator: inout some RandomNumberGenerator) throws(TransferFailure) {
    guard request.method == .get, case .empty = request.body else {
      throw TransferFailure(.invalidRequest, "the WebSocket request has a body or a method other than GET")
    }
    guard request.fields["Upgrade"]?.rawValue.lowercasedASCII == "websocket" else {
      throw TransferFailure(.invalidRequest, "the request upgrades to a protocol other than `websocket`")
    }
    key = WebSocketKey.random(using: &generator)
    protocols = Self.members(of: .secWebSocketProtocol, in: request.fields)
    deflate = request.fields[.secWebSocketExtensions].flatMap { WebSocketExtension.list($0.rawValue)?.first }
  }

  /// Checks the server's 101 response.
  func check(_ fields: HTTPFields) throws(TransferFailure) {
    guard Self.members(of: "Upgrade", in: fields).map({ $0.lowercasedASCII }) == ["websocket"],
      Self.members(of: "Connection", in: fields).contains(where: { $0.lowercasedASCII == "upgrade" })
    else { throw Self.malformed("the server switched to a protocol other than WebSocket") }
    guard fields.values(.secWebSocketAccept).map(\.rawValue) == [WebSocketKey.accept(for: key)] else {
      throw Self.malformed("the server sent a wrong Sec-WebSocket-Accept header in the opening handshake")
    }
    _ = try Self.agreement(on: deflate, fields)
    let chosen = Self.members(of: .secWebSocketProtocol, in: fields)
    guard chosen.count <= 1, chosen.allSatisfy(protocols.contains) else {
      throw Self.malformed("the server selected a WebSocket subprotocol that was not offered")
    }
  }

  /// Returns the compression that the server has accepted; nil for none.
  ///
  /// - Throws: `malformedResponse` if the server selected anything that was not offered.
  static func agreement(
    on offer: WebSocketExtension?, _ fields: HTTPFields
  ) throws(TransferFailure) -> PerMessageDeflate? {
    let text = fields.values(.secWebSocketExtensions).map(\.rawValue).joined(separator: ", ")
    if text.isEmpty { return nil }
    guard let selected = WebSocketExtension.list(text), selected.count == 1, let offer,
      let agreement = PerMessageDeflate(offer: offer, response: selected[0])
    else {
      throw malformed("the server selected a WebSocket extension or parameters that were not offered")
    }
    return agreement
  }

  private static func malformed(_ text: String) -> TransferFailure { TransferFailure(.malformedResponse, text) }

  private static func members(of name: HTTPFieldName, in fields: HTTPFields) -> [String] {
    fields.values(name).flatMap { $0.rawValue.split(atByte: ",") }
      .map { String($0.withoutOuterSpace) }.filter { !$0.isEmpty }
  }
}
