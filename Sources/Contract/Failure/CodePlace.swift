internal import ContractCoding

/// Where the body of a failure has its code: a member, or a JSON Pointer (RFC 6901) such as `/errors/0/code`.
///
/// The associated values are members of the object that has the code.
struct CodePlace {
  /// The names and indices from the root to the code; never empty.
  private let steps: [String]

  /// The place that ``APIFailure/codeMember`` names.
  init(_ member: String) {
    steps = member.starts(withByte: "/") ? JSONPointer.steps(of: member) : [member]
  }

  /// The name of the member of the root that the place begins with.
  var rootMember: String { steps[0] }

  /// The path of the object that has the code.
  var holderPath: [any CodingKey] { steps.dropLast().map(\.codingKey) }

  /// The object that has the code, nil when the body has no such object.
  func holder(in root: JSONDocument.Node) -> JSONDocument.Node? {
    steps.dropLast().reduce(root) { node, step in node.flatMap { Self.value(of: step, in: $0) } }
  }

  /// The code, nil when the body has none there.
  func code(in root: JSONDocument.Node) -> FailureCode? {
    guard let step = steps.last, let holder = holder(in: root) else { return nil }
    return Self.value(of: step, in: holder).flatMap(FailureCode.init)
  }

  private static func value(of step: String, in node: JSONDocument.Node) -> JSONDocument.Node? {
    guard node.kind == .array else { return node.member(step) }
    guard let index = Int(step), index >= 0, index < node.count else { return nil }
    return node.elements.dropFirst(index).first { _ in true }
  }

  /// Writes the code with everything around it, and what `members` writes beside it.
  ///
  /// An index is written as an array of one element.
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
