/// Why a WebSocket is closed (RFC 6455 §7.4).
///
/// ```swift
/// try await socket.close(.goingAway, reason: "restart")
/// try await socket.close(WebSocketCloseCode(rawValue: 4001), reason: "session over")
/// ```
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number. Programs have 4000 to 4999 to themselves.
  public let rawValue: UInt16

  /// The code with this number, be it one that may travel or not.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// 1000: what the connection was for is done.
  public static let normalClosure = WebSocketCloseCode(rawValue: 1000)
  /// 1001: an end goes away, as a server does that stops.
  public static let goingAway = WebSocketCloseCode(rawValue: 1001)
  /// 1002: the other end breaks the protocol.
  public static let protocolError = WebSocketCloseCode(rawValue: 1002)
  /// 1003: a kind of message that this end does not take.
  public static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
  /// 1005: a Close frame without a code; never sent.
  public static let noStatusReceived = WebSocketCloseCode(rawValue: 1005)
  /// 1007: content that is not what its kind of message says, such as text that is not UTF-8.
  public static let invalidPayload = WebSocketCloseCode(rawValue: 1007)
  /// 1008: a message against the rules of this end.
  public static let policyViolation = WebSocketCloseCode(rawValue: 1008)
  /// 1009: a message past the limit of this end.
  public static let messageTooBig = WebSocketCloseCode(rawValue: 1009)
  /// 1010: the client wants an extension that the server has not agreed to.
  public static let mandatoryExtension = WebSocketCloseCode(rawValue: 1010)
  /// 1011: the server cannot go on.
  public static let internalError = WebSocketCloseCode(rawValue: 1011)
  /// 1012: the service starts again.
  public static let serviceRestart = WebSocketCloseCode(rawValue: 1012)
  /// 1013: the service has too much to do.
  public static let tryAgainLater = WebSocketCloseCode(rawValue: 1013)
  /// 1014: what stands behind the server, a gateway, has answered badly.
  public static let badGateway = WebSocketCloseCode(rawValue: 1014)

  /// True for codes that a Close frame may have: the registered ones, those for libraries (3000 to 3999) and those for
  /// programs (4000 to 4999). 1004, 1005, 1006 and 1015 never travel.
  public var mayTravel: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  /// The number.
  public var description: String { "\(rawValue)" }
}

/// What an end says when it closes a WebSocket.
public struct WebSocketClosure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The code; ``WebSocketCloseCode/noStatusReceived`` for a Close frame without one.
  public var code: WebSocketCloseCode
  /// A text for people who look for the cause; up to 123 bytes of UTF-8.
  public var reason: String

  /// A code, and perhaps a reason.
  public init(_ code: WebSocketCloseCode, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// True for an end that belongs to how things go: 1000, 1001, and a Close frame without a code.
  public var isNormal: Bool {
    code == .normalClosure || code == .goingAway || code == .noStatusReceived
  }

  /// The code; the reason is a peer's text.
  public var description: String { "closed with \(code)" }
}
