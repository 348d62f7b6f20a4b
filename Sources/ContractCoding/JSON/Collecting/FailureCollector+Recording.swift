extension FailureCollector {
  /// Records a scalar that could not be read.
  func record(fault: JSONScalarFault, of type: any Any.Type, at index: Int, in level: CollectingLevel?) {
    // A type that wraps one scalar is best described by the scalar, unless it has a list of choices.
    let choices = level.flatMap { $0.index == index ? ExpectedName.choices(of: $0.type) : nil }
    record(
      CodingFailure(
        pointer: pointer(to: index), code: fault == .type ? .type : .invalid,
        expected: choices ?? ExpectedName.of(type), found: rendered(index)))
  }

  /// The failure of a value that is no object or array, as a container asked for.
  func containerFailure(_ wanted: String, at index: Int, in level: CollectingLevel) -> CodingFailure {
    CodingFailure(
      pointer: pointer(to: index), code: .type,
      expected: index == level.index ? ExpectedName.of(level.type) : wanted, found: rendered(index))
  }

  /// Records an error that a type threw by itself.
  func record(_ error: any Error, of type: any Any.Type, at index: Int) {
    record(CodingFailure(error, decoding: type, at: index, in: context))
  }

  func pointer(to index: Int) -> String {
    JSONPath.pointer(context.path(to: index))
  }

  func rendered(_ index: Int) -> String {
    JSONDocument.Node(tape: context.tape, index: index).rendered()
  }
}

extension CodingFailure {
  /// The failure that an error tells of: its own place if it has one, otherwise that of the value being decoded.
  init(_ error: any Error, decoding type: any Any.Type, at index: Int, in context: JSONDecodeContext) {
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
    if let names = context.names { path = names.wirePath(path) }
    let found = context.tape.index(at: path)
    if found == nil { code = .missing }
    self.init(
      pointer: JSONPath.pointer(path), code: code,
      expected: code == .missing ? "a value" : ExpectedName.of(expected),
      found: found.map { JSONDocument.Node(tape: context.tape, index: $0).rendered() })
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

extension JSONTape {
  /// The entry at the end of a path; nil when there is none.
  func index(at path: [any CodingKey]) -> Int? {
    var index = 0
    for key in path {
      let entry = entries[index]
      if entry.kind == .object, let child = member(key.stringValue, of: index) {
        index = child
      } else if entry.kind == .array, let position = key.intValue, position >= 0, position < Int(entry.length) {
        index += 1
        for _ in 0..<position { index = Int(entries[index].next) }
      } else {
        return nil
      }
    }
    return index
  }
}
