/// The status code of a WebSocket closure (RFC 6455 §7.4).
///
/// ```swift
/// try await socket.close(.goingAway, reason: "restart")
/// try await socket.close(WebSocketCloseCode(rawValue: 4001), reason: "session over")
/// ```
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number. Applications may use 4000 to 4999.
  public let rawValue: UInt16

  /// Creates a code with any number; see ``mayTravel`` for the valid ones.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// 1000: the purpose of the connection is fulfilled.
  public static let normalClosure = WebSocketCloseCode(rawValue: 1000)
  /// 1001: an endpoint goes away, for example a server that stops.
  public static let goingAway = WebSocketCloseCode(rawValue: 1001)
  /// 1002: the peer violated the protocol.
  public static let protocolError = WebSocketCloseCode(rawValue: 1002)
  /// 1003: the endpoint does not accept this type of message.
  public static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
  /// 1005: a Close frame without a code; never sent.
  public static let noStatusReceived = WebSocketCloseCode(rawValue: 1005)
  /// 1007: the data does not match the message type, for example text that is not UTF-8.
  public static let invalidPayload = WebSocketCloseCode(rawValue: 1007)
  /// 1008: the message violates a policy of the endpoint.
  public static let policyViolation = WebSocketCloseCode(rawValue: 1008)
  /// 1009: the message exceeds the endpoint's size limit.
  public static let messageTooBig = WebSocketCloseCode(rawValue: 1009)
  /// 1010: the client requires an extension that the server did not accept.
  public static let mandatoryExtension = WebSocketCloseCode(rawValue: 1010)
  /// 1011: the server encountered an error and cannot continue.
  public static let internalError = WebSocketCloseCode(rawValue: 1011)
  /// 1012: the service is restarting.
  public static let serviceRestart = WebSocketCloseCode(rawValue: 1012)
  /// 1013: the service is overloaded.
  public static let tryAgainLater = WebSocketCloseCode(rawValue: 1013)
  /// 1014: a gateway received an invalid response from its upstream server.
  public static let badGateway = WebSocketCloseCode(rawValue: 1014)

  /// True for codes that a Close frame may contain: registered codes and those for libraries (3000 to 3999) and
  /// applications (4000 to 4999). 1004, 1005, 1006 and 1015 are never sent.
  public var mayTravel: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  /// The number.
  public var description: String { "\(rawValue)" }
}

/// The code and reason with which an endpoint closes a WebSocket.
public struct WebSocketClosure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The maximum size of a reason in bytes, which the size of a control frame implies (RFC 6455 §5.5).
  package static let maxReasonBytes = 123

  /// The code; ``WebSocketCloseCode/noStatusReceived`` for a Close frame without one.
  public var code: WebSocketCloseCode
  /// A description of the cause for diagnostics, up to 123 bytes of UTF-8.
  public var reason: String

  /// Creates a closure with an optional reason.
  public init(_ code: WebSocketCloseCode, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// True for regular closures: 1000, 1001, and a Close frame without a code.
  public var isNormal: Bool {
    code == .normalClosure || code == .goingAway || code == .noStatusReceived
  }

  /// The code. The reason is omitted, because the peer wrote it.
  public var description: String { "closed with \(code)" }
}
