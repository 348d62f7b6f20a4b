internal import ContractCurl
public import ContractHTTP

/// The handling of redirects (RFC 9110 §15.4).
///
/// | request | 301, 302 | 303 | 307, 308 |
/// |---|---|---|---|
/// | GET and HEAD without a body | repeated at the new URL | repeated | repeated |
/// | other method, or with a body | returned | GET without a body | repeated within the origin, otherwise returned |
///
/// A redirect with 307 or 308 is also returned if the body of the request cannot be replayed.
///
/// Within an origin all headers are sent again, except those of a removed body. Another origin only receives `Accept`,
/// `Accept-Encoding`, `Accept-Language`, `Range`, `If-Range` and `User-Agent`, so neither credentials nor custom
/// headers leak. A redirect from https to http, to another scheme or to a URL with credentials makes the call throw
/// `ClientError.Code.redirectRefused`.
public enum RedirectPolicy: Sendable, Hashable {
  /// The policy that returns redirects as responses.
  case none
  /// The policy that follows up to `max` consecutive redirects. A further redirect throws
  /// `ClientError.Code.tooManyRedirects`.
  case follow(max: Int)
  /// The policy that follows up to `max` consecutive redirects, if a rule decides to follow them.
  case deciding(max: Int, RedirectRule)
}

extension RedirectPolicy {
  /// The maximum number of redirects and the rule; nil if redirects are not followed.
  var limits: (max: Int, rule: RedirectRule?)? {
    switch self {
    case .none: nil
    case .follow(let max): (max, nil)
    case .deciding(let max, let rule): (max, rule)
    }
  }

  /// Returns the policy with a closure that decides about each redirect that the policy would follow. The closure
  /// returns the request to send, or nil to return the response.
  func deciding(_ decide: @escaping @Sendable (RedirectRule.Redirect, HTTPRequest) -> HTTPRequest?) -> RedirectPolicy {
    guard let (max, rule) = limits else { return .none }
    return .deciding(
      max: max,
      RedirectRule { redirect in (rule.map { $0(redirect) } ?? redirect.next).flatMap { decide(redirect, $0) } })
  }

  /// Returns the policy with a closure that is called for each redirect to another origin.
  func noting(_ leavesOrigin: @escaping @Sendable () -> Void) -> RedirectPolicy {
    deciding { redirect, next in
      if redirect.leavesOrigin(with: next) { leavesOrigin() }
      return next
    }
  }
}

extension RedirectRule.Redirect {
  /// Returns true if `next` goes to another origin than the redirected request.
  func leavesOrigin(with next: HTTPRequest) -> Bool {
    guard let here = try? CurlURL(request.url), let there = try? CurlURL(next.url) else { return false }
    return !there.hasSameOrigin(as: here)
  }
}

extension TransportOptions {
  /// Changes the options so that a redirect declared as the success of an operation is returned, not followed.
  mutating func deliverRedirection(of operation: APIOperation) {
    guard operation.declaresRedirection else { return }
    redirects = redirects.deciding { redirect, next in operation.isSuccess(redirect.status) ? nil : next }
  }
}

/// A rule that decides whether to follow a redirect.
///
/// ```swift
/// let stay = RedirectRule { $0.next.authority == $0.request.authority ? $0.next : nil }
/// client.redirects(.deciding(max: 5, stay))
/// ```
public struct RedirectRule: Sendable {
  /// A redirect that ``RedirectPolicy`` would follow.
  public struct Redirect: Sendable {
    /// The redirected request.
    public let request: HTTPRequest
    /// The status of the response.
    public let status: HTTPStatus
    /// The headers of the response.
    public let fields: HTTPFields
    /// The request to send next.
    public let next: HTTPRequest
    /// False if the policy has followed its maximum number of redirects, so that following another redirect throws.
    let isWithinLimit: Bool
  }

  private final class Identity: Sendable {
    let decide: @Sendable (Redirect) -> HTTPRequest?

    init(_ decide: @escaping @Sendable (Redirect) -> HTTPRequest?) {
      self.decide = decide
    }
  }

  private let identity: Identity

  /// Creates a rule. The closure returns the request to send next, possibly a changed `next`, or nil to return the
  /// response. Headers that the closure adds are sent to any origin.
  public init(_ decide: @escaping @Sendable (Redirect) -> HTTPRequest?) {
    identity = Identity(decide)
  }

  func callAsFunction(_ redirect: Redirect) -> HTTPRequest? {
    identity.decide(redirect)
  }
}

extension RedirectRule: Hashable {
  /// True for copies of the same rule.
  public static func == (a: RedirectRule, b: RedirectRule) -> Bool { a.identity === b.identity }

  /// Hashes the identity of the rule.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(identity))
  }
}
