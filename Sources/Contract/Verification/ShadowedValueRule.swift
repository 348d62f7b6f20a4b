/// A rule: string placeholders receive every value. A value that is a literal of another operation never arrives.
struct ShadowedValueRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    let open = operations.filter { operation in
      operation.inputs.contains { $0.location == .path && $0.type == "String" }
    }
    return open.flatMap { hidden in
      operations.compactMap { hiding in
        guard hiding !== hidden, hiding.method == hidden.method, let values = Self.values(hidden, hiding) else {
          return nil
        }
        let list = values.map { "`\($0.name)` = `\($0.text)`" }.joined(separator: ", ")
        return VerificationFinding(
          .warning, "shadowed-value", [hidden, hiding],
          "\(hidden) never receives \(list), which \(hiding) serves; "
            + "rename the segment or move one of the two operations")
      }
    }
  }

  /// Returns the values of `hidden` that `hiding` serves; nil if there are none or if one is not a string.
  private static func values(_ hidden: APIOperation, _ hiding: APIOperation) -> [(name: String, text: String)]? {
    let (general, special) = (hidden.path.segments, hiding.path.segments)
    guard general.count == special.count else { return nil }
    var values: [(name: String, text: String)] = []
    for pair in zip(general, special) {
      switch pair {
      case (.literal(let one), .literal(let other)) where one == other: continue
      case (.placeholder, .placeholder), (.rest, .rest): continue
      case (.placeholder(let name), .literal(let text)) where !text.isEmpty:
        guard hidden.inputs.contains(where: { $0.location == .path && $0.name == name && $0.type == "String" }) else {
          return nil
        }
        values.append((name, text))
      default: return nil
      }
    }
    return values.isEmpty ? nil : values
  }
}
