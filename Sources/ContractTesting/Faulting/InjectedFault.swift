public import ContractClient

/// Something that goes wrong with an exchange.
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

  /// The request is sent later; past the timeout it is not sent, and the call fails with `timeout`.
  public static func delay(_ range: ClosedRange<Duration>) -> InjectedFault {
    InjectedFault(kind: .delay(range), description: "delay")
  }

  /// The request is sent later; past the timeout it is not sent, and the call fails with `timeout`.
  public static func delay(_ duration: Duration) -> InjectedFault { delay(duration...duration) }

  /// Nothing is sent, and the call fails with `noConnection`.
  public static let refuse = InjectedFault(kind: .refuse, description: "refuse")

  /// The request is sent and its response lost: the call fails with `lostConnection`, and the server has seen it.
  public static let drop = InjectedFault(kind: .drop, description: "drop")

  /// Nothing comes, until the call fails with `timeout`. Nothing is sent.
  public static let hang = InjectedFault(kind: .hang, description: "hang")

  /// The content of the response breaks off somewhere: the call fails with `lostConnection`, a streamed one after the first
  /// part of its content. A response without content stays as it is.
  public static let truncate = InjectedFault(kind: .truncate, description: "truncate")

  /// Some bytes of the response's content are others.
  public static func corrupt(bytes count: Int = 1) -> InjectedFault {
    InjectedFault(kind: .corrupt(count), description: "corrupt")
  }

  /// Nothing is sent, and this status is the response.
  public static func status(_ status: HTTPStatus, fields: HTTPFields = HTTPFields()) -> InjectedFault {
    InjectedFault(kind: .respond(HTTPResponse(status, fields: fields)), description: "status \(status.code)")
  }

  /// Nothing is sent, and this is the response.
  public static func response(_ response: HTTPResponse) -> InjectedFault {
    InjectedFault(kind: .respond(response), description: "response \(response.status.code)")
  }
}

/// A fault, and which requests it strikes.
public struct FaultRule: Sendable {
  /// What goes wrong.
  public var fault: InjectedFault
  /// The share of requests that it strikes, from 0 to 1.
  public var share: Double
  /// Which requests it may strike; all unless given.
  public var applies: @Sendable (HTTPRequest) -> Bool

  /// A rule.
  public init(
    _ fault: InjectedFault, share: Double = 1, where applies: @escaping @Sendable (HTTPRequest) -> Bool = { _ in true }
  ) {
    self.fault = fault
    self.share = share
    self.applies = applies
  }
}
