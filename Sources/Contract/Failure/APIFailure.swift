/// A failure that a contract declares: the server answers it with a status and a body, and the client throws the same
/// value.
///
/// `@APIError` makes an enumeration one:
///
/// ```swift
/// @APIError
/// enum TodoError {
///   @Status(404) case notFound
///   @Status(409) case taken(name: String)
/// }
/// ```
public protocol APIFailure: Error {
  /// The member of a body that has a case's code, or a JSON Pointer to it (RFC 6901), which begins with `/`. Default: `code`.
  ///
  /// The associated values are members of the object that has the code.
  static var codeMember: String { get }

  /// Every case in declaration order.
  static var declaredCases: [FailureCase] { get }

  /// The case that this value is.
  var declaredCase: FailureCase { get }

  /// Writes the associated values.
  ///
  /// - Throws: an error of `JSONWriter`.
  func encodeMembers(into encoder: inout FailureEncoder) throws

  /// The value that `code` and the members of a body make, or nil when no case has this code.
  ///
  /// - Throws: when a member is missing or of another type.
  static func decode(_ code: FailureCode, from decoder: FailureDecoder) throws -> Self?
}

extension APIFailure {
  /// `code`.
  public static var codeMember: String { "code" }
}

/// One case of an ``APIFailure``.
public struct FailureCase: Hashable, Sendable {
  /// The code on the wire: the case's name, unless `@Status(_:code:)` gives another.
  public let code: FailureCode
  /// The status it is answered with.
  public let status: HTTPStatus

  /// A case with this code and status.
  public init(code: FailureCode, status: HTTPStatus) {
    self.code = code
    self.status = status
  }
}

/// Writes the associated values of a failure as members of its body, under the names that the contract's wire gives them.
public struct FailureEncoder {
  var writer: JSONWriter

  /// Writes one associated value; nil is left out.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot hold.
  public mutating func member<T: Encodable>(_ name: String, _ value: T?) throws {
    guard let value else { return }
    writer.key(writer.options.keys.encoded(name))
    try writer.encode(value)
  }
}

/// Reads the associated values of a failure from its body, by the names that the contract's wire gives them.
public struct FailureDecoder {
  /// The object that has the code.
  let holder: JSONDocument.Node
  /// The path of the object.
  let path: [any CodingKey]
  let options: JSONOptions

  /// Reads one associated value; nil when it is absent or null and the type has nil.
  ///
  /// - Throws: `DecodingError` when it is missing or of another type.
  public func member<T: Decodable>(_ name: String, as type: T.Type = T.self) throws -> T {
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
  /// The declared failure that a response carries, or nil when it carries none: another status, another media type, an
  /// unknown code, or members that do not fit.
  package func declaredFailure(in response: HTTPResponse) -> (any APIFailure)? {
    guard let document = failureDocument(response) else { return nil }
    for type in failures {
      guard let failure = try? self.failure(type, in: document), failure.declaredCase.status == response.status
      else { continue }
      return failure
    }
    return nil
  }

  /// Why a response is none of the declared failures though it has the code and the status of one; nil when it has not.
  func misfit(in response: HTTPResponse) -> (code: FailureCode, type: any APIFailure.Type, error: any Error)? {
    guard let document = failureDocument(response) else { return nil }
    for type in failures {
      guard let code = CodePlace(type.codeMember).code(in: document.root),
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
    let place = CodePlace(type.codeMember)
    guard let holder = place.holder(in: document.root), let code = place.code(in: document.root) else { return nil }
    return try type.decode(code, from: FailureDecoder(holder: holder, path: place.holderPath, options: wire.json))
  }
}
