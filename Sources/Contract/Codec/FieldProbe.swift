internal import ContractCoding

/// A type that decodes one member of an object through a custom coder, which decodes only whole bodies.
struct FieldProbe<T: Decodable>: Decodable {
  let value: T

  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: FieldName.self).decode(T.self, forKey: FieldName(ProbedField.name))
  }
}

/// A type that decodes one member of an object; nil if it is absent or null.
struct OptionalFieldProbe<T: Decodable>: Decodable {
  let value: T?

  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: FieldName.self).decodeIfPresent(T.self, forKey: FieldName(ProbedField.name))
  }
}

/// A type whose decoding succeeds only for an object.
struct ObjectProbe: Decodable {
  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: FieldName.self)
  }
}

/// A type whose decoding checks whether an object has a member.
struct FieldPresence: Decodable {
  let isPresent: Bool

  init(from decoder: any Decoder) throws {
    isPresent = try decoder.container(keyedBy: FieldName.self).contains(FieldName(ProbedField.name))
  }
}

/// The name of the member that a probe reads while a whole body is decoded.
enum ProbedField {
  @TaskLocal static var name = ""
}

extension ContentDecoder {
  /// Returns the result of `read`, or records its error.
  func read<T>(failures: inout [CodingFailure], _ read: () throws -> T) -> T? {
    do {
      return try read()
    } catch {
      failures.append(CodingFailure(error))
      return nil
    }
  }

  /// Returns the result of `read` for a member of an object, or records its error.
  func read<T>(
    _ name: String, as type: any Any.Type, failures: inout [CodingFailure], _ read: () throws -> T
  ) -> T? {
    do {
      return try ProbedField.$name.withValue(name, operation: read)
    } catch {
      failures.append(CodingFailure(error, decoding: type, named: name))
      return nil
    }
  }
}

extension CodingFailure {
  /// The expected value in failures of coders that do not name the expected type.
  static let unknownExpectation = "a value"

  /// Creates a failure from the error of a custom coder.
  package init(_ error: any Error) {
    var path: [any CodingKey] = []
    var code = Code.invalid
    var expected = Self.unknownExpectation
    switch error as? DecodingError {
    case .typeMismatch(let type, let context)?, .valueNotFound(let type, let context)?:
      (path, code, expected) = (context.codingPath, .type, Self.name(of: type))
    case .keyNotFound(let key, let context)?: (path, code) = (context.codingPath + [key], .missing)
    case .dataCorrupted(let context)?: path = context.codingPath
    default: break
    }
    let steps = path.map { key in
      "/" + (key.intValue.map(String.init) ?? JSONPointer.token(key.stringValue))
    }
    self.init(pointer: steps.joined(), code: code, expected: expected, found: nil)
  }

  /// Creates a failure from the error of a custom coder for a member of this type. An error without a path is about the
  /// member itself.
  fileprivate init(_ error: any Error, decoding type: any Any.Type, named name: String) {
    self.init(error)
    let member = "/" + JSONPointer.token(name)
    if pointer.isEmpty { pointer = member }
    if pointer == member { expected = ExpectedName.of(type) }
  }

  /// Returns the name of a type. Foundation's decoders report arrays as `[Any]` and objects as `[String: Any]`.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is [Any].Type: "array"
    case is [String: Any].Type: "object"
    default: ExpectedName.of(type)
    }
  }
}
