internal import ContractCoding

// Aliases that lead back to themselves without a member or element in between. TypeScript refuses such aliases.
extension TypeScriptReader {
  /// Removes cycles of aliases from the components.
  mutating func removeCycles(_ names: [String]) {
    // A subtype includes its base with `allOf`, and the base lists its subtypes as alternatives. Only the other parts of
    // the base are kept in the subtype.
    for name in names {
      guard let type = types[name], leads(type, to: name) else { continue }
      switch type {
      case .intersection(let parts):
        var seen: Set<String> = []
        types[name] = .allOf(
          parts.map { part in
            guard case .component = part else { return part }
            return withoutAlternatives(part, leadingTo: name, &seen)
          })
      case .component:
        // A subtype may add nothing to its base.
        var seen: Set<String> = []
        let base = withoutAlternatives(type, leadingTo: name, &seen)
        if base != .any { types[name] = base }
      default: continue
      }
    }
    for name in names {
      guard let type = types[name], leads(type, to: name) else { continue }
      types[name] = .any
      note(
        "/components/schemas/" + JSONPointer.token(name),
        "refers to itself without a member or element in between; it is read as any value")
    }
  }

  /// Returns true if an alias of the type would include a component.
  private func leads(_ type: TypeScriptType, to name: String) -> Bool {
    var waiting = [type]
    var seen: Set<String> = []
    while let type = waiting.popLast() {
      switch type {
      case .component(name): return true
      case .component(let other):
        if seen.insert(other).inserted, let type = types[other] { waiting.append(type) }
      case .union(let parts), .intersection(let parts): waiting += parts
      default: continue
      }
    }
    return false
  }

  /// Returns a part of an intersection without the unions and cycles that lead to a component.
  ///
  /// - Parameter seen: the components that the intersection includes already. Including one again would add nothing.
  private func withoutAlternatives(
    _ type: TypeScriptType, leadingTo name: String, _ seen: inout Set<String>
  ) -> TypeScriptType {
    guard leads(type, to: name) else { return type }
    switch type {
    case .component(let other) where other != name && seen.insert(other).inserted:
      return withoutAlternatives(types[other] ?? .any, leadingTo: name, &seen)
    case .intersection(let parts): return .allOf(parts.map { withoutAlternatives($0, leadingTo: name, &seen) })
    default: return .any
    }
  }
}
