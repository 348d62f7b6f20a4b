internal import Contract
internal import ContractCurl
internal import ContractHTTP

/// The state machine that decides whether a redirect is followed. A pure value, so that tests cover it with a table.
struct RedirectMachine {
  enum Step {
    /// Return the response to the caller.
    case deliver
    /// Send this request next.
    case follow(HTTPRequest)
  }

  private let policy: RedirectPolicy
  private var followed = 0

  /// True after the first redirect that was followed.
  var hasFollowed: Bool { followed > 0 }

  init(_ policy: RedirectPolicy) {
    self.policy = policy
  }

  /// The headers that are safe to send to another origin.
  private static let originFreeFields: Set<HTTPFieldName> = [
    .accept, .acceptEncoding, "Accept-Language", "Range", "If-Range", .userAgent,
  ]

  /// The headers that describe a body, removed together with it (RFC 9110 §15.4).
  private static let contentFields = Set<HTTPFieldName>([
    .contentType, .contentLength, .contentEncoding, .transferEncoding, .expect, "Content-Language", "Content-Location",
  ]).union(HTTPFields.digestNames)

  /// The form of the next request.
  private enum Repetition {
    case asItIs, asItIsWithinOrigin, asGet
  }

  /// - Throws: ``TransferFailure`` if the redirect is unsafe or exceeds the limit.
  mutating func responseReceived(
    _ status: HTTPStatus, _ fields: HTTPFields, to request: HTTPRequest
  ) throws(TransferFailure) -> Step {
    guard Self.isRedirect(status.code), let (max, rule) = policy.limits,
      let repetition = Self.repetition(of: request, after: status), let location = fields[.location]
    else { return .deliver }
    guard var next = try Self.request(request, at: location.rawValue, repetition) else { return .deliver }
    if let rule {
      let redirect = RedirectRule.Redirect(
        request: request, status: status, fields: fields, next: next, isWithinLimit: followed < max)
      guard let decided = rule(redirect) else { return .deliver }
      next = decided
    }
    guard followed < max else {
      throw TransferFailure(.tooManyRedirects, "the server redirected more than \(max) times in a row")
    }
    followed += 1
    return .follow(next)
  }

  private static func isRedirect(_ code: Int) -> Bool {
    switch code {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  /// Returns the form of the next request; nil to return the response.
  private static func repetition(of request: HTTPRequest, after status: HTTPStatus) -> Repetition? {
    if case .empty = request.body, request.method == .get || request.method == .head { return .asItIs }
    switch status.code {
    case 303: return .asGet
    case 307, 308:
      return request.body.replayed == nil ? nil : .asItIsWithinOrigin
    default: return nil
    }
  }

  /// Returns the next request; nil if its body must not go to another origin.
  private static func request(
    _ request: HTTPRequest, at location: String, _ repetition: Repetition
  ) throws(TransferFailure) -> HTTPRequest? {
    let here: CurlURL
    let there: CurlURL
    do throws(CurlURL.ParseError) {
      here = try CurlURL(request.url)
      there = try CurlURL(location, relativeTo: request.url)
    } catch {
      throw TransferFailure(.redirectRefused, "the server redirected to an invalid URL: \(error.text)")
    }
    try check(there, from: here)
    let keepsOrigin = there.hasSameOrigin(as: here)
    if repetition == .asItIsWithinOrigin, !keepsOrigin { return nil }
    var next = request
    next.scheme = there.scheme
    next.authority = there.authority
    next.target = there.target
    if repetition == .asItIsWithinOrigin, let body = request.body.replayed { next.body = body }
    if repetition == .asGet {
      next.method = .get
      next.body = .empty
      next.fields = HTTPFields(next.fields.lines.filter { !contentFields.contains($0.name) })
    }
    if !keepsOrigin {
      next.fields = HTTPFields(next.fields.lines.filter { originFreeFields.contains($0.name) })
    }
    return next
  }

  private static func check(_ there: CurlURL, from here: CurlURL) throws(TransferFailure) {
    guard there.scheme == "http" || there.scheme == "https" else {
      throw TransferFailure(.redirectRefused, "the server redirected to a URL with the scheme `\(there.scheme)`")
    }
    guard there.scheme == "https" || here.scheme == "http" else {
      throw TransferFailure(.redirectRefused, "the server redirected from https to http")
    }
    guard TransferRequest.isAuthority(there.authority) else {
      throw TransferFailure(.redirectRefused, "the server redirected to a URL with an invalid host")
    }
    guard !there.hasUserinfo else {
      throw TransferFailure(.redirectRefused, "the server redirected to a URL with credentials")
    }
  }
}
