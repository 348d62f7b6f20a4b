public import Contract
internal import ContractLoop

/// The validators of a resource's current state: a tag, a date, both or none.
public struct Validators: Hashable, Sendable {
  /// The tag of the representation.
  public var tag: EntityTag?
  /// The time of the last change in seconds since 1970-01-01T00:00:00Z.
  public var lastModified: Int?

  /// Creates validators of an existing representation.
  public init(tag: EntityTag? = nil, lastModified: Int? = nil) {
    self.tag = tag
    self.lastModified = lastModified
  }
}

/// The conditions of a request (RFC 9110 §13.1).
///
/// ```swift
/// guard let request = ServerRequest.current, Preconditions(request.head).outcome(for: .put, present) == .proceed
/// else { throw TodoError.changedMeanwhile }
/// ```
public struct Preconditions: Hashable, Sendable {
  /// The result of evaluating conditions.
  public enum Outcome: Hashable, Sendable {
    /// Execute the request.
    case proceed
    /// Respond with 304.
    case notModified
    /// Respond with 412.
    case failed
  }

  var match: EntityTags?
  var noneMatch: EntityTags?
  var modifiedSince: Int?
  var unmodifiedSince: Int?

  /// Reads the conditions from a request's head.
  public init(_ head: RequestHead) {
    self.init { name in head.allBytes(of: name).map { String(decoding: $0, as: UTF8.self) } }
  }

  init(_ fields: HTTPFields) {
    self.init { name in fields.values(name).map(\.rawValue) }
  }

  private init(_ values: (HTTPFieldName) -> [String]) {
    match = EntityTags.parsing(values("If-Match"))?.tags
    noneMatch = EntityTags.parsing(values("If-None-Match"))?.tags
    modifiedSince = Self.date(values("If-Modified-Since"))
    unmodifiedSince = Self.date(values("If-Unmodified-Since"))
  }

  /// True if the request has no conditions.
  public var isEmpty: Bool {
    match == nil && noneMatch == nil && modifiedSince == nil && unmodifiedSince == nil
  }

  /// Evaluates the conditions in the order of RFC 9110 §13.2.2.
  ///
  /// - Parameter present: the validators of the current representation; nil if there is none.
  public func outcome(for method: HTTPMethod, _ present: Validators?) -> Outcome {
    let reads = method == .get || method == .head
    if let match {
      guard let present, match.contains(where: { present.tag?.stronglyEquals($0) ?? false }) else { return .failed }
    } else if let unmodifiedSince, let modified = present?.lastModified {
      guard modified <= unmodifiedSince else { return .failed }
    }
    if let noneMatch {
      if let present, noneMatch.contains(where: { present.tag?.weaklyEquals($0) ?? false }) {
        return reads ? .notModified : .failed
      }
    } else if reads, let modifiedSince, let modified = present?.lastModified, modified <= modifiedSince {
      return .notModified
    }
    return .proceed
  }

  /// Returns a date; nil for several header lines or an invalid date (RFC 9110 §13.1.3).
  private static func date(_ lines: [String]) -> Int? {
    guard lines.count == 1 else { return nil }
    return IMFFixdate.secondsSince1970(from: lines[0].utf8, now: Int(TimeSource.system.unixSeconds))
  }
}
