extension SchemaReader {
  /// Converts recorded failures to failures with locations, which requires the parsed text.
  ///
  /// - Parameters:
  ///   - recorded: the failures recorded by a reader.
  ///   - document: the same text, parsed.
  static func located(_ recorded: [SchemaFailure], in document: JSONDocument) -> [CodingFailure] {
    var finder = JSONPathFinder()
    var failures: [CodingFailure] = []
    for failure in recorded {
      let index = document.tape.index(ofOffset: failure.offset)
      let path = finder.path(to: index, in: document.tape) + (failure.member.map { [.name($0)] } ?? [])
      let pointer = JSONPath.pointer(path)
      let value = failure.member.map { document.tape.member($0, of: index) } ?? index
      let found = value.map { JSONDocument.Node(tape: document.tape, index: $0).rendered() }
      switch failure.expected {
      case .type(let type):
        failures.append(
          CodingFailure(pointer: pointer, code: failure.code, expected: ExpectedName.of(type), found: found))
      case .text(let text):
        failures.append(CodingFailure(pointer: pointer, code: failure.code, expected: text, found: found))
      case .rule(let requirement, let steps):
        failures.append(
          CodingFailure(
            pointer: pointer + JSONPath.pointer(steps.map { .element($0) }), brokenRule: requirement))
      case .failures(let inner):
        failures += inner.map { failure in
          var failure = failure
          failure.pointer = pointer + failure.pointer
          return failure
        }
      }
    }
    return Array(failures.prefix(maxFailures))
  }
}

extension JSONTape {
  /// Returns the index of the value that starts at an offset.
  fileprivate func index(ofOffset offset: Int) -> Int {
    // The contents of a string start after its quotation mark.
    let offset = offset < bytes.count && bytes[offset] == UInt8(ascii: "\"") ? offset + 1 : offset
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if Int(entries[middle].offset) < offset { low = middle + 1 } else { high = middle }
    }
    return min(low, entries.count - 1)
  }
}
