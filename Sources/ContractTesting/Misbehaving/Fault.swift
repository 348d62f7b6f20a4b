public import Contract

/// One way for a server to misbehave: what it does on a connection instead of answering, step by step.
///
/// ``all`` are the ones that have a name; others are made of steps.
///
/// ```swift
/// let silent = Fault("late", [.send("HTTP/1.1 200 OK\r\n"), .pause(.seconds(2)), .close], .error(.lostConnection))
/// ```
public struct Fault: Sendable, CustomStringConvertible {
  /// What a server does next.
  public enum Step: Sendable {
    /// Sends these bytes.
    case send([UInt8])
    /// Sends these bytes one by one, with so much time before each.
    case drip([UInt8], every: Duration)
    /// Sends these bytes again and again, until the client is gone.
    case repeating([UInt8])
    /// Does nothing for so long, or until the client is gone.
    case pause(Duration)
    /// Does nothing until the client is gone.
    case hang
    /// Sends no more, but reads on until the client is gone.
    case closeWriting
    /// Closes the connection.
    case close
    /// Closes the connection with a reset (RST).
    case reset

    /// Sends the bytes of a text.
    public static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
  }

  /// What a call of this package's client comes to.
  public enum Outcome: Sendable, Hashable {
    /// A response with this status.
    case response(HTTPStatus)
    /// A ``/Contract/ClientError`` with this code.
    case error(ClientError.Code)
  }

  /// A short name of letters, digits and hyphens.
  public let name: String
  /// What the server does. After the last step it closes the connection.
  public let steps: [Step]
  /// What a call comes to, given a timeout of at most 10 seconds and a limit of the content of at most 16 MiB.
  public let outcome: Outcome
  /// Whether the content of the request is read before the first step. True unless said otherwise; its head always is.
  public let readsContent: Bool

  /// A fault with these steps.
  public init(_ name: String, _ steps: [Step], _ outcome: Outcome, readsContent: Bool = true) {
    self.name = name
    self.steps = steps
    self.outcome = outcome
    self.readsContent = readsContent
  }

  /// The name.
  public var description: String { name }

  /// A response that breaks off after each number of its bytes, from none to all but one.
  ///
  /// - Parameters:
  ///   - response: all of a response with a `Content-Length` or in chunks, which needs its last byte.
  ///   - end: how it breaks off, such as `.reset`.
  /// - Returns: one fault for each place, whose outcome is `lostConnection`.
  public static func cuts(of response: String, _ end: Step) -> [Fault] {
    let bytes = Array(response.utf8)
    return bytes.indices.map { count in
      Fault("cut-\(count)", count == 0 ? [end] : [.send(Array(bytes[..<count])), end], .error(.lostConnection))
    }
  }
}
