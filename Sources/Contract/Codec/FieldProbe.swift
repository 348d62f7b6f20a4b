internal import ContractCoding

/// Reads one member of an object through a coder of the user's own, which decodes whole contents only.
struct FieldProbe<T: Decodable>: Decodable {
  let value: T

  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: FieldName.self).decode(T.self, forKey: FieldName(ProbedField.name))
  }
}

/// Reads one member of an object; nil when it is absent or null.
struct OptionalFieldProbe<T: Decodable>: Decodable {
  let value: T?

  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: FieldName.self).decodeIfPresent(T.self, forKey: FieldName(ProbedField.name))
  }
}

/// That content is an object.
struct ObjectProbe: Decodable {
  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: FieldName.self)
  }
}

/// Whether an object has a member.
struct FieldPresence: Decodable {
  let isPresent: Bool

  init(from decoder: any Decoder) throws {
    isPresent = try decoder.container(keyedBy: FieldName.self).contains(FieldName(ProbedField.name))
  }
}

/// The name of the member that a probe reads while a whole content is decoded.
enum ProbedField {
  @TaskLocal static var name = ""
}

extension ContentDecoder {
  /// What `read` decodes, or what is wrong with it.
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
  /// The failure that the error of a coder of the user's own tells of.
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
