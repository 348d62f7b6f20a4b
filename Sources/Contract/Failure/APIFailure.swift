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
  /// The member of a body that has a case's code; `code` unless said otherwise.
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
  static func decode(_ code: String, from decoder: FailureDecoder) throws -> Self?
}

extension APIFailure {
  /// `code`.
  public static var codeMember: String { "code" }
}

/// One case of an ``APIFailure``.
public struct FailureCase: Hashable, Sendable {
  /// What tells the case on the wire: its name, unless `@Status(_:code:)` says otherwise.
  public let code: String
  /// The status it is answered with.
  public let status: HTTPStatus

  /// A case with this name and status.
  public init(code: String, status: HTTPStatus) {
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
  let document: JSONDocument
  let options: JSONOptions

  /// Reads one associated value; nil when it is absent or null and the type has nil.
  ///
  /// - Throws: `DecodingError` when it is missing or of another type.
  public func member<T: Decodable>(_ name: String, as type: T.Type = T.self) throws -> T {
    let name = options.keys.encoded(name)
    let member = document.root.member(name)
    if member?.isNull ?? true, let absent = type as? any ExpressibleByNilLiteral.Type,
      let value = absent.init(nilLiteral: ()) as? T
    {
      return value
    }
    guard let node = member else {
      throw DecodingError.keyNotFound(
        name.codingKey,
        DecodingError.Context(codingPath: [], debugDescription: "the failure has no member `\(name)`"))
    }
    return try JSONReader(options: options).decode(type, at: node)
  }
}

extension Operation {
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
  func misfit(in response: HTTPResponse) -> (code: String, type: any APIFailure.Type, error: any Error)? {
    guard let document = failureDocument(response) else { return nil }
    for type in failures {
      guard let code = document.root.member(type.codeMember)?.string,
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
    guard let code = document.root.member(type.codeMember)?.string else { return nil }
    return try type.decode(code, from: FailureDecoder(document: document, options: wire.json))
  }
}
