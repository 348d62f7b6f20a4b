internal import ContractHTTP

/// Decides what follows a response: pure, so that every rule is a row of a table.
struct RedirectMachine {
  enum Step {
    /// The response is the call's.
    case deliver
    /// This request is sent next.
    case follow(HTTPRequest)
  }

  private let policy: RedirectPolicy
  private var followed = 0

  /// True once a request has been sent and its response says to send another.
  var hasFollowed: Bool { followed > 0 }

  init(_ policy: RedirectPolicy) {
    self.policy = policy
  }

  /// Fields that mean the same to every origin.
  private static let originFreeFields: Set<HTTPFieldName> = [
    .accept, .acceptEncoding, "Accept-Language", "Range", "If-Range", .userAgent,
  ]

  /// Fields that say nothing once the content is gone (RFC 9110 §15.4).
  private static let contentFields: Set<HTTPFieldName> = [
    .contentType, .contentLength, .contentEncoding, .transferEncoding, .expect, "Content-Language", "Content-Location",
    "Digest", "Content-Digest", "Repr-Digest",
  ]

  /// How a request is sent again.
  private enum Repetition {
    case asItIs, asItIsWithinOrigin, asGet
  }

  /// - Throws: when the policy or safety forbids to go on.
  mutating func responseReceived(
    _ status: HTTPStatus, _ fields: HTTPFields, to request: HTTPRequest
  ) throws(TransferFailure) -> Step {
    guard Self.isRedirect(status.code), policy != .none,
      let repetition = Self.repetition(of: request, after: status), let location = fields[.location]
    else { return .deliver }
    guard var next = try Self.request(request, at: location.rawValue, repetition) else { return .deliver }
    let max: Int
    switch policy {
    case .none:
      return .deliver
    case .follow(let limit):
      max = limit
    case .deciding(let limit, let rule):
      max = limit
      guard let decided = rule(.init(request: request, status: status, fields: fields, next: next)) else {
        return .deliver
      }
      next = decided
    }
    guard followed < max else {
      throw TransferFailure(.tooManyRedirects, "there are more than \(max) redirects in a row")
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

  /// Nil when the response to such a request is delivered, wherever it points.
  private static func repetition(of request: HTTPRequest, after status: HTTPStatus) -> Repetition? {
    if case .empty = request.body, request.method == .get || request.method == .head { return .asItIs }
    switch status.code {
    case 303: return .asGet
    case 307, 308:
      return request.body.replayed == nil ? nil : .asItIsWithinOrigin
    default: return nil
    }
  }

  /// The next request, or nil when it may not go where it is sent.
  private static func request(
    _ request: HTTPRequest, at location: String, _ repetition: Repetition
  ) throws(TransferFailure) -> HTTPRequest? {
    let here: CurlURL
    let there: CurlURL
    do throws(CurlURL.ParseError) {
      here = try CurlURL(request.url)
      there = try CurlURL(location, relativeTo: request.url)
    } catch {
      throw TransferFailure(.redirectRefused, "the response redirects to something that is no URL: \(error.text)")
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
      throw TransferFailure(.redirectRefused, "the response redirects to the scheme `\(there.scheme)`")
    }
    guard there.scheme == "https" || here.scheme == "http" else {
      throw TransferFailure(.redirectRefused, "the response redirects from https to http")
    }
    guard TransferRequest.isAuthority(there.authority) else {
      throw TransferFailure(.redirectRefused, "the response redirects to a host that is not written as URLs are")
    }
    guard !there.hasUserinfo else {
      throw TransferFailure(.redirectRefused, "the response redirects to a URL with credentials")
    }
  }
}
