/// A failure of a change whose condition does not hold (412, RFC 9110 §15.5.13). Operations with ``IfMatch`` or
/// ``IfNoneMatch`` declare it.
///
/// ```swift
/// do {
///   try await todos.replace(id: 7, title: "tea", version: IfMatch(todo.tag))
/// } catch let failure as PreconditionFailed {
///   print("changed meanwhile, now \(failure.current?.description ?? "removed")")
/// }
/// ```
public struct PreconditionFailed: APIFailure, Hashable {
  /// The tag of the current version; nil if the resource does not exist, or the server does not send it.
  public let current: EntityTag?

  /// Creates a failure.
  public init(current: EntityTag? = nil) { self.current = current }

  /// The only case: 412 with the code `preconditionFailed`.
  public static var declaredCases: [FailureCase] {
    [FailureCase(code: "preconditionFailed", status: .preconditionFailed)]
  }

  /// The only case.
  public var declaredCase: FailureCase { Self.declaredCases[0] }

  /// Writes the current tag as the member `current`.
  public func encodeMembers(into encoder: inout FailureEncoder) throws {
    try encoder.member("current", current?.description)
  }

  /// Returns the failure with the member `current`.
  public static func decode(_ code: FailureCode, from decoder: FailureDecoder) throws -> PreconditionFailed? {
    guard code == declaredCases[0].code else { return nil }
    let tag: String? = try decoder.member("current")
    return PreconditionFailed(current: tag.flatMap { EntityTag(parsing: $0) })
  }
}

extension APIOperation {
  /// Returns the failure of a 412 in the format of another server or of middleware.
  func failedPrecondition(in response: HTTPResponse) -> PreconditionFailed? {
    guard response.status == .preconditionFailed, declares(PreconditionFailed.self) else { return nil }
    return PreconditionFailed(current: response.fields["ETag"].flatMap { EntityTag(parsing: $0.rawValue) })
  }
}
