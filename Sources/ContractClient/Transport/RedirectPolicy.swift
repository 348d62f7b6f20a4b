public import ContractHTTP

/// What happens to a response that redirects (RFC 9110 §15.4).
///
/// | request | 301, 302 | 303 | 307, 308 |
/// |---|---|---|---|
/// | GET and HEAD without content | sent to the new place | the same | the same |
/// | another method, or with content | delivered | GET without content | sent as it is, within its origin and with content that can be read again; else delivered |
///
/// Within one origin all fields go along; those that describe content, only with it. To another origin only `Accept`,
/// `Accept-Encoding`, `Accept-Language`, `Range`, `If-Range` and `User-Agent` do, so neither credentials nor fields of your
/// own reach a stranger. From https to http, to schemes other than these two and to a URL with credentials nothing is
/// followed: the call fails with `ClientError.Code.redirectRefused`.
public enum RedirectPolicy: Sendable, Hashable {
  /// A redirect is the response of the call.
  case none
  /// Follows so many redirects in a row; one more is `ClientError.Code.tooManyRedirects`.
  case follow(max: Int)
  /// Follows so many redirects in a row, each as a rule of one's own decides.
  case deciding(max: Int, RedirectRule)
}

extension RedirectPolicy {
  /// The same policy, with a change of each request that it sends next.
  func changing(
    _ change: @escaping @Sendable (RedirectRule.Redirect, inout HTTPRequest) -> Void
  ) -> RedirectPolicy {
    let (max, decide): (Int, RedirectRule?)
    switch self {
    case .none: return .none
    case .follow(let count): (max, decide) = (count, nil)
    case .deciding(let count, let rule): (max, decide) = (count, rule)
    }
    let rule = RedirectRule { redirect in
      guard var next = decide.map({ $0(redirect) }) ?? redirect.next else { return nil }
      change(redirect, &next)
      return next
    }
    return .deciding(max: max, rule)
  }
}

extension RedirectPolicy {
  /// The same policy, except that a response with this status is delivered.
  fileprivate func delivering(_ status: HTTPStatus) -> RedirectPolicy {
    let (max, decide): (Int, RedirectRule?)
    switch self {
    case .none: return .none
    case .follow(let count): (max, decide) = (count, nil)
    case .deciding(let count, let rule): (max, decide) = (count, rule)
    }
    let rule = RedirectRule { redirect in
      if redirect.status == status { return nil }
      return if let decide { decide(redirect) } else { redirect.next }
    }
    return .deciding(max: max, rule)
  }
}

extension TransportOptions {
  /// Delivers the redirection that is the success of an operation, which would be followed otherwise.
  mutating func deliverRedirection(of operation: APIOperation) {
    guard let status = operation.declaredRedirection else { return }
    redirects = redirects.delivering(status)
  }
}

/// Decides about redirects that may be followed.
///
/// ```swift
/// let stay = RedirectRule { $0.next.authority == $0.request.authority ? $0.next : nil }
/// client.redirects(.deciding(max: 5, stay))
/// ```
public struct RedirectRule: Sendable {
  /// A redirect that ``RedirectPolicy`` would follow.
  public struct Redirect: Sendable {
    /// The request that was redirected.
    public let request: HTTPRequest
    /// The status of the response.
    public let status: HTTPStatus
    /// The fields of the response.
    public let fields: HTTPFields
    /// The request that would be sent next.
    public let next: HTTPRequest
  }

  private final class Identity: Sendable {
    let decide: @Sendable (Redirect) -> HTTPRequest?

    init(_ decide: @escaping @Sendable (Redirect) -> HTTPRequest?) {
      self.decide = decide
    }
  }

  private let identity: Identity

  /// A rule that gives the request to send next, which may be `next` with changes, or nil to deliver the response. What
  /// it adds to a request is sent wherever that goes.
  public init(_ decide: @escaping @Sendable (Redirect) -> HTTPRequest?) {
    identity = Identity(decide)
  }

  func callAsFunction(_ redirect: Redirect) -> HTTPRequest? {
    identity.decide(redirect)
  }
}

extension RedirectRule: Hashable {
  /// True for copies of one rule.
  public static func == (a: RedirectRule, b: RedirectRule) -> Bool { a.identity === b.identity }

  /// Hashes which rule it is.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(identity))
  }
}
