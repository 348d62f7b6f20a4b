package import ContractHTTP

/// The server's checks of a client's opening handshake (RFC 6455 §4.2.1).
package enum WebSocketHandshake {
  /// The reason why a request does not open a WebSocket.
  package enum Refusal: Error, Equatable, Sendable {
    /// The request does not ask for a WebSocket, or asks for another version of the protocol. Respond with 426 (RFC 9110
    /// §15.5.22).
    case upgradeRequired(String)
    /// The request is malformed. Respond with 400.
    case malformed(String)
    /// The request comes from a page of another origin. Respond with 403.
    case foreignOrigin
  }

  /// The number of bytes in a key.
  private static let keyBytes = 16

  /// Checks the head of a request.
  ///
  /// - Parameters:
  ///   - hasContent: true if the request has a body.
  ///   - origins: the origins whose pages may open the WebSocket.
  package static func check(_ head: RequestHead, hasContent: Bool, origins: WebSocketOrigins) throws(Refusal) {
    // A route for GET also serves HEAD, which cannot open a WebSocket.
    guard head.method == .get, head.minorVersion > 0, members(of: "Upgrade", in: head).contains("websocket"),
      members(of: .connection, in: head).contains("upgrade")
    else {
      throw .upgradeRequired(
        "this operation opens a WebSocket; send GET with `Connection: Upgrade` and `Upgrade: websocket`")
    }
    guard head.joinedText(of: .secWebSocketVersion) == "13" else {
      throw .upgradeRequired("the only supported version of WebSocket is 13")
    }
    if hasContent { throw .malformed("a request that opens a WebSocket has no body") }
    guard let key = head.joinedText(of: .secWebSocketKey), isKey(key) else {
      throw .malformed("`Sec-WebSocket-Key` must be 16 bytes in base64")
    }
    guard extensions(of: head) != nil else { throw .malformed("`Sec-WebSocket-Extensions` is malformed") }
    guard origins.allow(head.joinedText(of: "Origin"), host: head.authority ?? head.joinedText(of: .host)) else {
      throw .foreignOrigin
    }
  }

  /// Returns the subprotocols that a client offers, in order of preference.
  package static func protocols(of head: RequestHead) -> [String] {
    (head.joinedText(of: .secWebSocketProtocol) ?? "").split(atByte: ",").map { String($0.withoutOuterSpace) }
  }

  /// Returns the extensions that a client offers, in order of preference; nil if the header is malformed.
  package static func extensions(of head: RequestHead) -> [WebSocketExtension]? {
    WebSocketExtension.list(head.joinedText(of: .secWebSocketExtensions) ?? "")
  }

  /// Returns the members of a list with ASCII letters in lowercase.
  private static func members(of name: HTTPFieldName, in head: RequestHead) -> [String] {
    (head.joinedText(of: name) ?? "").split(atByte: ",").map { String($0.withoutOuterSpace).lowercasedASCII }
  }

  /// Returns true for the base64 encoding of 16 bytes. Its last digit encodes only two bits (RFC 4648 §4).
  private static func isKey(_ text: String) -> Bool {
    let digits = Array(text.utf8)
    guard digits.count == (keyBytes + 2) / 3 * 4, digits.suffix(2) == Array("==".utf8)[...] else { return false }
    return digits.dropLast(2).allSatisfy(isDigit) && "AQgw".utf8.contains(digits[digits.count - 3])
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
