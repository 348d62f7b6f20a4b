extension FailureCollector {
  /// Records a scalar that could not be decoded.
  func record(fault code: CodingFailure.Code, of type: any Any.Type, at index: Int, in level: CollectingLevel?) {
    // A type that wraps one scalar is described by the scalar, unless it lists its choices.
    let choices = level.flatMap { $0.index == index ? ExpectedName.choices(of: $0.type) : nil }
    record(
      CodingFailure(
        pointer: pointer(to: index), code: code, expected: choices ?? ExpectedName.of(type),
        found: context.rendered(index)))
  }

  /// Returns the failure for a value that is not of the requested kind.
  func failure(lacking kind: Kind, at index: Int, in level: CollectingLevel) -> CodingFailure {
    let found = context.rendered(index)
    return CodingFailure(
      pointer: pointer(to: index), code: found == nil ? .missing : .type,
      expected: index == level.index ? ExpectedName.of(level.type) : kind.rawValue, found: found)
  }

  /// Records an error thrown by a type itself.
  func record(_ error: any Error, of type: any Any.Type, at index: Int) {
    record(CodingFailure(error, decoding: type, at: index, in: context))
  }

  func pointer(to index: Int) -> String {
    JSONPath.pointer(context.path(to: index))
  }
}

extension CodingFailure {
  /// Creates the failure for an error. Its location is that of the error, otherwise that of the value being decoded.
  init(_ error: any Error, decoding type: any Any.Type, at index: Int, in context: any CollectableContext) {
    var path: [any CodingKey] = context.path(to: index)
    var code = Code.invalid
    var expected = type
    switch error as? DecodingError {
    case .typeMismatch(let type, let inner)?: (path, code, expected) = (inner.codingPath, .type, type)
    case .valueNotFound(let type, let inner)?: (path, code, expected) = (inner.codingPath, .type, type)
    case .keyNotFound(let key, let inner)?: (path, code) = (inner.codingPath + [key], .missing)
    case .dataCorrupted(let inner)?: path = inner.codingPath
    default: break
    }
    path = context.wirePath(path)
    let found = context.index(at: path).flatMap { context.rendered($0) }
    // In JSON, an excerpt of a string has quotation marks. In forms it has none, so an empty one means a missing value.
    let isEmpty = found?.isEmpty == true
    if found == nil || isEmpty { code = .missing }
    let cause = (error as? DecodingError)?.context?.underlyingError
    var name = code == .missing && !isEmpty ? "a value" : ExpectedName.of(expected)
    if let tags = cause as? UnknownTag { name = tags.expected }
    if let keys = cause as? UnknownKey {
      name = keys.expected(context.wirePath(keys.keys).map(\.stringValue))
    }
    self.init(pointer: JSONPath.pointer(path), code: code, expected: name, found: found)
  }
}

extension DecodingError {
  /// The path and description of the error.
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
