internal import ContractCoding

/// A decodable that reads one member of an object through a custom coder, which decodes only whole bodies.
struct FieldProbe<T: Decodable>: Decodable {
  let value: T

  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: FieldName.self).decode(T.self, forKey: FieldName(ProbedField.name))
  }
}

/// A decodable that reads one member of an object; nil if it is absent or null.
struct OptionalFieldProbe<T: Decodable>: Decodable {
  let value: T?

  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: FieldName.self).decodeIfPresent(T.self, forKey: FieldName(ProbedField.name))
  }
}

/// A decodable that succeeds only for an object.
struct ObjectProbe: Decodable {
  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: FieldName.self)
  }
}

/// A decodable that checks whether an object has a member.
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
}

extension CodingFailure {
  /// Creates a failure from the error of a custom coder.
  package init(_ error: any Error) {
    var path: [any CodingKey] = []
    var code = Code.invalid
    var expected = "a value"
    switch error as? DecodingError {
    case .typeMismatch(let type, let context)?, .valueNotFound(let type, let context)?:
      (path, code, expected) = (context.codingPath, .type, String(describing: type))
    case .keyNotFound(let key, let context)?: (path, code) = (context.codingPath + [key], .missing)
    case .dataCorrupted(let context)?: path = context.codingPath
    default: break
    }
    let steps = path.map { key in
      "/" + (key.intValue.map(String.init) ?? JSONPointer.token(key.stringValue))
    }
    self.init(pointer: steps.joined(), code: code, expected: expected, found: nil)
  }
}
