internal import ContractCoding

/// The location of the code in the body of a failure: a member, or a JSON Pointer (RFC 6901) such as `/errors/0/code`.
///
/// The associated values are members of the object that contains the code.
struct CodeLocation {
  /// The names and indices from the root to the code; never empty.
  private let steps: [String]

  /// Creates the location from ``APIFailure/codeMember``.
  init(_ member: String) {
    steps = member.starts(withByte: "/") ? JSONPointer.steps(of: member) : [member]
  }

  /// The path of the object that contains the code.
  var holderPath: [any CodingKey] { steps.dropLast().map(\.codingKey) }

  /// Returns the object that contains the code, or nil if the body has no object at this location.
  func holder(in root: JSONDocument.Node) -> JSONDocument.Node? {
    steps.dropLast().reduce(root) { node, step in node.flatMap { Self.value(of: step, in: $0) } }
  }

  /// Returns the code, or nil if the body has no code at this location.
  func code(in root: JSONDocument.Node) -> FailureCode? {
    guard let step = steps.last, let holder = holder(in: root) else { return nil }
    return Self.value(of: step, in: holder).flatMap(FailureCode.init)
  }

  private static func value(of step: String, in node: JSONDocument.Node) -> JSONDocument.Node? {
    guard node.kind == .array else { return node.member(step) }
    guard let index = Int(step), index >= 0, index < node.count else { return nil }
    return node.elements.dropFirst(index).first { _ in true }
  }

  /// Writes the code in its nested objects and arrays, and `members` in the same object as the code.
  ///
  /// An index is written as an array with one element.
  func write(
    _ code: FailureCode, into writer: inout JSONWriter, members: (inout JSONWriter) throws -> Void
  ) rethrows {
    var arrays: [Bool] = []
    for (index, step) in steps.enumerated() {
      if arrays.last != true { writer.key(step) }
      guard index + 1 < steps.count else { break }
      let isArray = Int(steps[index + 1]) != nil
      if isArray { writer.beginArray() } else { writer.beginObject() }
      arrays.append(isArray)
    }
    code.write(into: &writer)
    if arrays.last != true { try members(&writer) }
    for isArray in arrays.reversed() {
      if isArray { writer.endArray() } else { writer.endObject() }
    }
  }
}
