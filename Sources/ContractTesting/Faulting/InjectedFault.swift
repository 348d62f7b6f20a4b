public import ContractClient

/// A fault to inject into an exchange.
public struct InjectedFault: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    case delay(ClosedRange<Duration>)
    case refuse
    case drop
    case hang
    case truncate
    case corrupt(Int)
    case respond(HTTPResponse)
  }

  let kind: Kind
  /// The fault's name.
  public let description: String

  /// Delays the request. A delay that reaches the timeout fails the call with `timeout`, and nothing is sent.
  public static func delay(_ range: ClosedRange<Duration>) -> InjectedFault {
    InjectedFault(kind: .delay(range), description: "delay")
  }

  /// Delays the request. A delay that reaches the timeout fails the call with `timeout`, and nothing is sent.
  public static func delay(_ duration: Duration) -> InjectedFault { delay(duration...duration) }

  /// Refuses the connection: nothing is sent, and the call fails with `noConnection`.
  public static let refuse = InjectedFault(kind: .refuse, description: "refuse")

  /// Loses the response: the server receives the request, and the call fails with `lostConnection`.
  public static let drop = InjectedFault(kind: .drop, description: "drop")

  /// Sends nothing, and fails the call with `timeout` once the call's timeout has passed.
  public static let hang = InjectedFault(kind: .hang, description: "hang")

  /// Cuts off the response body, so that the call fails with `lostConnection`. A streamed response first delivers the
  /// beginning of its body. A response without a body is unchanged.
  public static let truncate = InjectedFault(kind: .truncate, description: "truncate")

  /// Changes up to `count` bytes of the response body; of a streamed body, only bytes of the first chunk. No byte is
  /// changed if `count` is 0 or negative.
  public static func corrupt(bytes count: Int = 1) -> InjectedFault {
    InjectedFault(kind: .corrupt(count), description: "corrupt")
  }

  /// Sends nothing and returns a response with this status.
  public static func status(_ status: HTTPStatus, fields: HTTPFields = HTTPFields()) -> InjectedFault {
    InjectedFault(kind: .respond(HTTPResponse(status, fields: fields)), description: "status \(status.code)")
  }

  /// Sends nothing and returns this response.
  public static func response(_ response: HTTPResponse) -> InjectedFault {
    InjectedFault(kind: .respond(response), description: "response \(response.status.code)")
  }
}

/// A fault and the requests it applies to.
public struct FaultRule: Sendable {
  /// The fault to inject.
  public var fault: InjectedFault
  /// The fraction of matching requests to affect, from 0 to 1.
  public var share: Double
  /// True for requests that the fault may affect. Default: all.
  public var applies: @Sendable (HTTPRequest) -> Bool

  /// Creates a rule.
  public init(
    _ fault: InjectedFault, share: Double = 1, where applies: @escaping @Sendable (HTTPRequest) -> Bool = { _ in true }
  ) {
    self.fault = fault
    self.share = share
    self.applies = applies
  }
}
