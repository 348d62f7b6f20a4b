/// A failure that a contract declares: the server responds with its status and body, and the client throws the same
/// value.
///
/// `@APIError` makes an enumeration conform:
///
/// ```swift
/// @APIError
/// enum TodoError {
///   @Status(404) case notFound
///   @Status(409) case taken(name: String)
/// }
/// ```
public protocol APIFailure: Error {
  /// The body member that carries the code, or a JSON Pointer to it (RFC 6901), which begins with `/`. Default: `code`.
  ///
  /// The associated values are members of the object that contains the code.
  static var codeMember: String { get }

  /// All cases in declaration order.
  static var declaredCases: [FailureCase] { get }

  /// The declared case of this value.
  var declaredCase: FailureCase { get }

  /// Writes the associated values as members of the body.
  ///
  /// - Throws: Any error of `JSONWriter`.
  func encodeMembers(into encoder: inout FailureEncoder) throws

  /// Returns the failure with this code and the members of the body; nil for an unknown code.
  ///
  /// - Throws: `DecodingError` when a member is missing or has the wrong type.
  static func decode(_ code: FailureCode, from decoder: FailureDecoder) throws -> Self?
}

extension APIFailure {
  /// `code`.
  public static var codeMember: String { "code" }
}

/// One case of an ``APIFailure``.
public struct FailureCase: Hashable, Sendable {
  /// The code on the wire: the case's name unless `@Status(_:code:)` sets another.
  public let code: FailureCode
  /// The status of the response.
  public let status: HTTPStatus

  /// Creates a case with this code and status.
  public init(code: FailureCode, status: HTTPStatus) {
    self.code = code
    self.status = status
  }
}

/// A writer of a failure's associated values as body members, under the names of the contract's wire.
public struct FailureEncoder {
  var writer: JSONWriter

  /// Writes one associated value; omits nil.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot hold.
  public mutating func member<T: Encodable>(_ name: String, _ value: T?) throws {
    guard let value else { return }
    writer.key(writer.options.keys.encoded(name))
    try writer.encode(value)
  }
}

/// A reader of a failure's associated values from the body members, by the names of the contract's wire.
public struct FailureDecoder {
  /// The object that contains the code.
  let holder: JSONDocument.Node
  /// The path of that object.
  let path: [any CodingKey]
  let options: JSONOptions
  /// The recorder of members when a failure is described; nil for a received one.
  var recorder: MemberRecorder?

  /// Returns one associated value; nil when it is absent or null and the type is optional.
  ///
  /// - Throws: `DecodingError` when the value is missing or has the wrong type.
  public func member<T: Decodable>(_ name: String, as type: T.Type = T.self) throws -> T {
    if let recorder { return try recorder.value(name, T.self) }
    let name = options.keys.encoded(name)
    let member = holder.member(name)
    if member?.isNull ?? true, let absent = type as? any ExpressibleByNilLiteral.Type,
      let value = absent.init(nilLiteral: ()) as? T
    {
      return value
    }
    guard let node = member else {
      throw DecodingError.keyNotFound(
        name.codingKey,
        DecodingError.Context(codingPath: path, debugDescription: "the failure has no member `\(name)`"))
    }
    return try JSONReader(options: options).decode(type, at: node)
  }
}

extension APIOperation {
  /// Returns the declared failure in a response, or nil when the status, media type, code or members match none.
  package func declaredFailure(in response: HTTPResponse) -> (any APIFailure)? {
    guard let document = failureDocument(response) else { return nil }
    for type in failures {
      guard let failure = try? self.failure(type, in: document), failure.declaredCase.status == response.status
      else { continue }
      return failure
    }
    return nil
  }

  /// Returns the decoding error of a response that has the code and the status of a declared failure; nil for any
  /// other.
  func misfit(in response: HTTPResponse) -> (code: FailureCode, type: any APIFailure.Type, error: any Error)? {
    guard let document = failureDocument(response) else { return nil }
    for type in failures {
      guard let code = CodeLocation(type.codeMember).code(in: document.root),
        type.declaredCases.contains(FailureCase(code: code, status: response.status))
      else { continue }
      do {
        _ = try failure(type, in: document)
      } catch {
        return (code, type, error)
      }
    }
    return nil
  }

  private func failureDocument(_ response: HTTPResponse) -> JSONDocument? {
    guard !failures.isEmpty, response.mediaType?.isJSON == true else { return nil }
    return try? JSONDocument(response.heldBytes)
  }

  private func failure(_ type: any APIFailure.Type, in document: JSONDocument) throws -> (any APIFailure)? {
    let location = CodeLocation(type.codeMember)
    guard let holder = location.holder(in: document.root), let code = location.code(in: document.root)
    else { return nil }
    return try type.decode(code, from: FailureDecoder(holder: holder, path: location.holderPath, options: wire.json))
  }
}
