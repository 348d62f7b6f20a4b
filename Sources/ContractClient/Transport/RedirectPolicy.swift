internal import ContractHTTP

/// What happens to a response that redirects (RFC 9110 §15.4).
///
/// Only GET and HEAD requests without content are ever sent again; a redirect of another method is the response of the
/// call. Within one origin all fields go along. To another origin only `Accept`, `Accept-Encoding`, `Accept-Language`
/// and `User-Agent` do, so neither credentials nor fields of your own reach a stranger. From https to http, and to
/// schemes other than these two, nothing is followed.
public enum RedirectPolicy: Sendable, Hashable {
  /// A redirect is the response of the call.
  case none
  /// Follows so many redirects in a row; one more is `ClientError.Code.tooManyRedirects`.
  case follow(max: Int)
}

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

  init(_ policy: RedirectPolicy) {
    self.policy = policy
  }

  private static let redirectStatuses: Set<Int> = [301, 302, 303, 307, 308]

  /// Fields that mean the same to every origin.
  private static let originFreeFields: Set<HTTPFieldName> = [.accept, .acceptEncoding, "Accept-Language", .userAgent]

  /// - Throws: when the policy or safety forbids to go on.
  mutating func responseReceived(
    _ status: HTTPStatus, _ fields: HTTPFields, to request: HTTPRequest
  ) throws(TransferFailure) -> Step {
    guard Self.redirectStatuses.contains(status.code), case .follow(let max) = policy, Self.isRepeatable(request),
      let location = fields[.location]
    else { return .deliver }
    let next = try Self.request(request, at: location.rawValue)
    guard followed < max else {
      throw TransferFailure(.tooManyRedirects, "there are more than \(max) redirects in a row")
    }
    followed += 1
    return .follow(next)
  }

  private static func isRepeatable(_ request: HTTPRequest) -> Bool {
    guard case .empty = request.body else { return false }
    return request.method == .get || request.method == .head
  }

  private static func request(_ request: HTTPRequest, at location: String) throws(TransferFailure) -> HTTPRequest {
    let here: CurlURL
    let there: CurlURL
    do throws(CurlURL.ParseError) {
      here = try CurlURL(request.url)
      there = try CurlURL(location, relativeTo: request.url)
    } catch {
      throw TransferFailure(.redirectRefused, "the response redirects to something that is no URL: \(error.text)")
    }
    guard there.scheme == "http" || there.scheme == "https" else {
      throw TransferFailure(.redirectRefused, "the response redirects to the scheme `\(there.scheme)`")
    }
    guard there.scheme == "https" || here.scheme == "http" else {
      throw TransferFailure(.redirectRefused, "the response redirects from https to http")
    }
    guard !there.hasUserinfo else {
      throw TransferFailure(.redirectRefused, "the response redirects to a URL with credentials")
    }
    var next = request
    next.scheme = there.scheme
    next.authority = there.authority
    next.target = there.target
    if !there.hasSameOrigin(as: here) {
      next.fields = HTTPFields(request.fields.lines.filter { originFreeFields.contains($0.name) })
    }
    return next
  }
}
