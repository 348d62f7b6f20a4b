// Subtypes that are declared by inheritance.
extension SchemaStep {
  /// Compares the subtypes of schemas with a discriminator by their tags. If only one version has a discriminator, only
  /// the common rules of all subtypes are compared.
  mutating func compareSubtypes(_ subtypes: SchemaSubtypes, _ newer: SchemaSubtypes) {
    let (before, now) = (subtypes.bases(of: old.applied), newer.bases(of: new.applied))
    guard !before.isEmpty, !now.isEmpty else { return }
    let (former, known) = (before.flatMap(subtypes.of), now.flatMap(newer.of))
    let matches = Dictionary(known.map { ($0.tag, $0) }) { first, _ in first }
    let tags = Set(former.map(\.tag))
    for subtype in former {
      if let match = matches[subtype.tag] {
        compare([subtype.node], [match.node])
      } else {
        report(
          .alternativeRemoved, at: subtype.node.pointer, isInNew: false, "The subtype `\(subtype.tag)` is removed")
      }
    }
    for subtype in known where !tags.contains(subtype.tag) {
      report(.alternativeAdded, at: subtype.node.pointer, "The subtype `\(subtype.tag)` is new")
    }
  }
}
