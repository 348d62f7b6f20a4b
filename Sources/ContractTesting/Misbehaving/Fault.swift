public import Contract

/// One way for a server to misbehave: the steps it performs on a connection instead of responding.
///
/// ``all`` lists the named faults. Build others from steps:
///
/// ```swift
/// let silent = Fault("late", [.send("HTTP/1.1 200 OK\r\n"), .pause(.seconds(2)), .close], .error(.lostConnection))
/// ```
public struct Fault: Sendable, CustomStringConvertible {
  /// One action of a misbehaving server.
  public enum Step: Sendable {
    /// Sends these bytes.
    case send([UInt8])
    /// Sends these bytes one by one, with a pause before each.
    case drip([UInt8], every: Duration)
    /// Sends these bytes repeatedly until the client closes the connection.
    case repeating([UInt8])
    /// Pauses for this time, or until the client closes the connection.
    case pause(Duration)
    /// Pauses until the client closes the connection.
    case hang
    /// Closes the sending side, then reads until the client closes the connection.
    case closeWriting
    /// Closes the connection.
    case close
    /// Closes the connection with a reset (RST).
    case reset

    /// Sends the string as UTF-8.
    public static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
  }

  /// The result of a client call.
  public enum Outcome: Sendable, Hashable {
    /// A response with this status.
    case response(HTTPStatus)
    /// A ``/Contract/ClientError`` with this code.
    case error(ClientError.Code)
  }

  /// A short name, which is part of the fault's URL. It must not be empty, `.` or `..`.
  public let name: String
  /// The steps to perform. The server closes the connection after the last step.
  public let steps: [Step]
  /// The expected result of a call with a timeout of at most 10 seconds and a body limit of at most 16 MiB.
  public let outcome: Outcome
  /// Whether the request body is read before the first step. The head is always read. Default: true.
  public let readsContent: Bool

  /// Creates a fault with these steps.
  public init(_ name: String, _ steps: [Step], _ outcome: Outcome, readsContent: Bool = true) {
    self.name = name
    self.steps = steps
    self.outcome = outcome
    self.readsContent = readsContent
  }

  /// The name.
  public var description: String { name }

  /// Returns one fault for every proper prefix of a response, from empty to all but the last byte.
  ///
  /// - Parameters:
  ///   - response: A complete response with a `Content-Length` or chunked body, which is incomplete without its last
  ///     byte.
  ///   - end: The step that ends the connection, such as `.reset`.
  /// - Returns: Faults with the outcome `lostConnection`.
  public static func cuts(of response: String, _ end: Step) -> [Fault] {
    let bytes = Array(response.utf8)
    return bytes.indices.map { count in
      Fault("cut-\(count)", count == 0 ? [end] : [.send(Array(bytes[..<count])), end], .error(.lostConnection))
    }
  }
}
