/// The version that a change replaces: the header `If-Match` (RFC 9110 §13.1.1), as a parameter of a contract.
///
/// ```swift
/// @PUT("/todos/:id")
/// func replace(id: Int, title: String, version: IfMatch) async throws -> Versioned<Todo>
/// ```
///
/// The response to a request without the header is a 428 (RFC 6585 §3), unless the parameter is optional. The service compares
/// the tags with the current version inside its own lock or transaction:
///
/// ```swift
/// try version.check(current.tag)                        // throws PreconditionFailed: 412
/// ```
public struct IfMatch: Hashable, Sendable, EntityTagCondition {
  /// The tags; one of them must be the current tag.
  public let tags: EntityTags

  /// Creates a condition with several tags, or `*`.
  public init(_ tags: EntityTags) { self.tags = tags }

  /// Creates the condition that the current version has this tag.
  public init(_ tag: EntityTag) { self.init(.these([tag])) }

  /// The condition that the resource exists.
  public static var any: IfMatch { IfMatch(.any) }

  /// Returns true if the current tag is among the tags, by strong comparison.
  ///
  /// - Parameter current: the tag of the current version; nil if the resource does not exist.
  public func matches(_ current: EntityTag?) -> Bool {
    current.map { current in tags.contains { $0.stronglyEquals(current) } } ?? false
  }

  /// Throws an error unless the condition holds.
  ///
  /// - Parameter current: the tag of the current version; nil if the resource does not exist.
  /// - Throws: ``PreconditionFailed``, to which the server responds with 412.
  public func check(_ current: EntityTag?) throws(PreconditionFailed) {
    if !matches(current) { throw PreconditionFailed(current: current) }
  }
}

/// The versions that a client knows: the header `If-None-Match` (RFC 9110 §13.1.2), as a parameter of a contract.
///
/// ```swift
/// @GET("/todos/:id")
/// func todo(id: Int, known: IfNoneMatch?) async throws -> Versioned<Todo>?      // nil: unchanged
/// ```
///
/// The server responds with 304 to a GET or HEAD whose tags include that of the result. `IfNoneMatch.any` on a PUT
/// creates a resource only if it does not exist; the service then calls ``check(_:)``.
public struct IfNoneMatch: Hashable, Sendable, EntityTagCondition {
  /// The tags; none of them may be the current tag.
  public let tags: EntityTags

  /// Creates a condition with several tags, or `*`.
  public init(_ tags: EntityTags) { self.tags = tags }

  /// Creates the condition that the current version does not have this tag.
  public init(_ tag: EntityTag) { self.init(.these([tag])) }

  /// The condition that the resource does not exist.
  public static var any: IfNoneMatch { IfNoneMatch(.any) }

  /// Returns true if the current tag is among the tags, by weak comparison.
  ///
  /// - Parameter current: the tag of the current version; nil if the resource does not exist.
  public func matches(_ current: EntityTag?) -> Bool {
    current.map { current in tags.contains { $0.weaklyEquals(current) } } ?? false
  }

  /// Throws an error unless the condition of a change holds.
  ///
  /// - Parameter current: the tag of the current version; nil if the resource does not exist.
  /// - Throws: ``PreconditionFailed``, to which the server responds with 412.
  public func check(_ current: EntityTag?) throws(PreconditionFailed) {
    if matches(current) { throw PreconditionFailed(current: current) }
  }
}

/// A condition on entity tags in a request.
protocol EntityTagCondition: Equatable {
  var tags: EntityTags { get }
  init(_ tags: EntityTags)
}

// Generated code selects these functions by the type of the parameter.

extension RequestEncoder {
  /// Writes a condition.
  public mutating func ifMatch(_ location: ParameterLocation, _ name: String, _ value: IfMatch?) {
    write { encoder throws in try encoder.condition(name, value) }
  }

  /// Writes a condition.
  public mutating func ifNoneMatch(_ location: ParameterLocation, _ name: String, _ value: IfNoneMatch?) {
    write { encoder throws in try encoder.condition(name, value) }
  }

  private mutating func condition(_ name: String, _ value: (some EntityTagCondition)?) throws {
    guard let value else { return }
    if case .these(let tags) = value.tags, tags.isEmpty {
      throw InvalidInput(.header, name, reason: "is a list without tags; pass at least one")
    }
    // The tags are sent unchanged, because tags of other servers may contain bytes that the header encoding of the wire would
    // change.
    fields.append(HTTPFieldName(name) ?? "If-Match", HTTPFieldValue(unchecked: value.tags.text))
  }
}

extension RequestDecoder {
  /// Reads a condition; records its absence. The response is then a 428.
  public mutating func ifMatch(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> IfMatch? = nil
  ) -> IfMatch? { required(name, `default`()) }

  /// Reads a condition; nil if it is absent.
  public mutating func optionalIfMatch(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> IfMatch? = nil
  ) -> IfMatch?? { condition(name, `default`()) }

  /// Reads a condition; records its absence. The response is then a 428.
  public mutating func ifNoneMatch(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> IfNoneMatch? = nil
  ) -> IfNoneMatch? { required(name, `default`()) }

  /// Reads a condition; nil if it is absent.
  public mutating func optionalIfNoneMatch(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> IfNoneMatch? = nil
  ) -> IfNoneMatch?? { condition(name, `default`()) }

  private mutating func required<Condition: EntityTagCondition>(_ name: String, _ absent: Condition?) -> Condition? {
    recorder?.condition(name, isRequired: absent == nil)
    guard let read: Condition? = condition(name, absent) else { return nil }
    if read == nil { fail(lacking: .missing(.header, name, expected: Self.expected)) }
    return read
  }

  /// Reads the lines of a condition. The outer optional is nil after a failure was recorded.
  private mutating func condition<Condition: EntityTagCondition>(
    _ name: String, _ absent: Condition?
  ) -> Condition?? {
    recorder?.condition(name, isRequired: false)
    guard let read = EntityTags.parsing(texts(.header, name).map(\.asSent)) else { return .some(absent) }
    guard read.isValid else {
      fail(.type(.header, name, .syntax, expected: Self.expected, found: nil))
      return nil
    }
    return Condition(read.tags)
  }

  private static var expected: String { "`*` or a list of entity tags, such as \"7\"" }
}
