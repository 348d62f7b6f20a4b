internal import ContractCoding

/// Reads one member of an object through a coder of the user's own, which decodes whole contents only.
struct FieldProbe<T: Decodable>: Decodable {
  let value: T

  /// Reads the member with this name while `read` decodes.
  static func probe<Result>(_ name: String, _ read: () throws -> Result) rethrows -> Result {
    try ProbedField.$name.withValue(name, operation: read)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let key = FieldName(ProbedField.name)
    if let optional = T.self as? any AbsentReadable.Type, try Self.isAbsent(key, in: container) {
      guard let value = optional.absent as? T else {
        throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: ""))
      }
      self.value = value
    } else {
      self.value = try container.decode(T.self, forKey: key)
    }
  }

  private static func isAbsent(_ key: FieldName, in container: KeyedDecodingContainer<FieldName>) throws -> Bool {
    guard container.contains(key) else { return true }
    return try container.decodeNil(forKey: key)
  }
}

/// Whether an object has a member.
struct FieldPresence: Decodable {
  let isPresent: Bool

  init(from decoder: any Decoder) throws {
    isPresent = try decoder.container(keyedBy: FieldName.self).contains(FieldName(ProbedField.name))
  }
}

private enum ProbedField {
  @TaskLocal static var name = ""
}

/// An optional type, whose value may be absent.
private protocol AbsentReadable {
  static var absent: Self { get }
}

extension Optional: AbsentReadable {
  fileprivate static var absent: Wrapped? { nil }
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
  init(_ error: any Error) {
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
      "/" + (key.intValue.map(String.init) ?? key.stringValue.replacing("~", with: "~0").replacing("/", with: "~1"))
    }
    self.init(pointer: steps.joined(), code: code, expected: expected, found: nil)
  }
}
