internal import ContractCoding

/// The parts of values that have different forms in JSON and TypeScript: large integers, dates and base64.
///
/// A type without such parts has no shape, and its values need no conversion.
struct TypeScriptShapes {
  let options: TypeScriptOptions
  /// The types of components by their names in the document.
  let components: [String: TypeScriptType]
  /// The components that have a shape.
  private(set) var converted: Set<String> = []

  init(_ components: [String: TypeScriptType], options: TypeScriptOptions) {
    self.components = components
    self.options = options
    // A component that refers to a component with a shape also has a shape.
    var count = -1
    while count != converted.count {
      count = converted.count
      for (name, type) in components where !converted.contains(name) && isConverted(type) { converted.insert(name) }
    }
  }

  /// True if values of the type have parts that are converted.
  func isConverted(_ type: TypeScriptType) -> Bool {
    switch type {
    case .integer, .any: options.largeIntegers != .number
    case .literal(_, let isLarge): isLarge && options.largeIntegers != .number
    case .date, .base64: true
    case .never, .undefined, .null, .boolean, .number, .string, .binary, .bytes, .open, .unknownTag: false
    case .component(let name): converted.contains(name)
    case .array(let element), .lines(let element): isConverted(element)
    case .tuple(let elements, _, let rest):
      elements.contains { isConverted($0) } || rest.map { isConverted($0) } ?? false
    case .dictionary(let value): isConverted(value)
    case .object(let members, let rest):
      members.contains { isConverted($0.type) } || rest.map { isConverted($0) } ?? false
    case .union(let parts), .intersection(let parts): parts.contains { isConverted($0) }
    }
  }

  /// Returns the shape of a type; nil if its values are not converted.
  func shape(_ type: TypeScriptType) -> TypeScriptValue? {
    guard isConverted(type) else { return nil }
    switch type {
    case .integer, .literal: return .string("integer")
    case .any: return .string("json")
    case .date: return .string("date")
    case .base64: return .string("base64")
    case .component(let name): return .object([("type", .string(name))])
    case .lines(let element): return shape(element)
    case .array(let element): return .object([("items", shape(element) ?? .source("null"))])
    case .tuple(let elements, _, let rest):
      let items = TypeScriptValue.array(elements.map { shape($0) ?? .source("null") })
      return .object([("tuple", items)] + (rest.flatMap { shape($0) }.map { [("items", $0)] } ?? []))
    case .dictionary(let value): return .object([("values", shape(value) ?? .source("null"))])
    case .object(let members, _) where members.contains(where: { $0.type == .unknownTag }): return .string("json")
    case .object(let members, let rest):
      let converted = members.compactMap { member in shape(member.type).map { (member.name, $0) } }
      return .object([("members", .object(converted))] + (rest.flatMap { shape($0) }.map { [("values", $0)] } ?? []))
    case .intersection(let parts):
      let shapes = parts.compactMap { shape($0) }
      return shapes.count == 1 ? shapes[0] : .object([("all", .array(shapes))])
    case .union(let parts): return union(parts.filter { $0 != .null })
    case .never, .undefined, .null, .boolean, .number, .string, .binary, .bytes, .open, .unknownTag: return nil
    }
  }

  /// Returns the shape of a union. The alternatives are tried in order, beginning with the most specific.
  private func union(_ parts: [TypeScriptType]) -> TypeScriptValue? {
    let shapes = parts.map { shape($0) }
    if let first = shapes.first, let first, shapes.allSatisfy({ $0?.inline == first.inline }) { return first }
    var rows: [(guard: TypeScriptGuard, shape: TypeScriptValue?)] = []
    for (part, shape) in zip(parts, shapes) {
      for test in TypeScriptGuard.all(of: part, in: components) { rows.append((test, shape)) }
    }
    let sorted = rows.enumerated().sorted { left, right in
      let (first, second) = (left.element.guard.weight, right.element.guard.weight)
      return first == second ? left.offset < right.offset : first > second
    }
    return .object([
      (
        "oneOf",
        .array(
          sorted.map {
            .array([
              $0.element.guard.value(isExact: options.largeIntegers != .number), $0.element.shape ?? .source("null"),
            ])
          })
      )
    ])
  }
}
