extension FailureCollector {
  /// Records a scalar that could not be read.
  func record(fault code: CodingFailure.Code, of type: any Any.Type, at index: Int, in level: CollectingLevel?) {
    // A type that wraps one scalar is best described by the scalar, unless it has a list of choices.
    let choices = level.flatMap { $0.index == index ? ExpectedName.choices(of: $0.type) : nil }
    record(
      CodingFailure(
        pointer: pointer(to: index), code: code, expected: choices ?? ExpectedName.of(type),
        found: context.rendered(index)))
  }

  /// The failure of a value that is no object or array, as a container asked for.
  func containerFailure(_ wanted: String, at index: Int, in level: CollectingLevel) -> CodingFailure {
    let found = context.rendered(index)
    return CodingFailure(
      pointer: pointer(to: index), code: found == nil ? .missing : .type,
      expected: index == level.index ? ExpectedName.of(level.type) : wanted, found: found)
  }

  /// Records an error that a type threw by itself.
  func record(_ error: any Error, of type: any Any.Type, at index: Int) {
    record(CodingFailure(error, decoding: type, at: index, in: context))
  }

  func pointer(to index: Int) -> String {
    JSONPath.pointer(context.path(to: index))
  }
}

extension CodingFailure {
  /// The failure that an error tells of: its own place if it has one, otherwise that of the value being decoded.
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
    // A text is rendered with quotation marks in JSON and without them in forms, where an empty one is none.
    let isEmpty = found?.isEmpty == true
    if found == nil || isEmpty { code = .missing }
    self.init(
      pointer: JSONPath.pointer(path), code: code,
      expected: code == .missing && !isEmpty ? "a value" : ExpectedName.of(expected),
      found: found)
  }
}

extension DecodingError {
  /// The place and reason of the error.
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
