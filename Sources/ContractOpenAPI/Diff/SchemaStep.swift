internal import ContractCoding

/// The comparison of one pair of schemas. Their parts are collected and compared separately.
struct SchemaStep {
  let old: SchemaView
  let new: SchemaView
  let direction: OpenAPIChange.Direction
  let oldDocument: OpenAPIDocument
  let newDocument: OpenAPIDocument
  private(set) var changes: [OpenAPIChange] = []
  private(set) var parts: [(old: SchemaPart, new: SchemaPart)] = []

  init(
    _ old: SchemaView, _ new: SchemaView, _ direction: OpenAPIChange.Direction, _ oldDocument: OpenAPIDocument,
    _ newDocument: OpenAPIDocument
  ) {
    self.old = old
    self.new = new
    self.direction = direction
    self.oldDocument = oldDocument
    self.newDocument = newDocument
  }

  mutating func run() {
    guard !reportUnreadable() else { return }
    if old.isNullable != new.isNullable {
      let rule = new.isNullable ? DiffRule.nullAllowed : .nullForbidden
      report(
        rule, at: new.place("type", "anyOf", "oneOf"), "null is \(new.isNullable ? "allowed" : "no longer allowed")")
    }
    compareNotes()
    compareNegations()
    if old.branches == nil, new.branches == nil {
      compareValues()
    } else {
      compareAlternatives()
    }
  }

  mutating func report(_ rule: DiffRule, at pointer: String, isInNew: Bool = true, _ difference: String) {
    // An absent schema has no location, so the change is reported at the other version's schema.
    let isAbsent = (isInNew ? new : old).nodes.isEmpty
    let place = isAbsent ? (isInNew ? old : new).pointer : pointer
    changes.append(OpenAPIChange(rule, direction, at: place, isInNew: isInNew != isAbsent, difference))
  }

  mutating func compare(_ old: [OpenAPINode], _ new: [OpenAPINode]) { parts.append((SchemaPart(old), SchemaPart(new))) }

  mutating func compare(_ old: SchemaPart, _ new: SchemaPart) { parts.append((old, new)) }

  /// Reports rules that cannot be compared, unless they are equal.
  private mutating func reportUnreadable() -> Bool {
    let problems = old.rules.problems + new.rules.problems
    guard let problem = problems.first, old.nodes.map(\.value) != new.nodes.map(\.value) else { return false }
    report(
      .incomparable, at: problem.pointer, isInNew: old.rules.problems.isEmpty,
      "The schema cannot be compared: \(problem.message)")
    return true
  }

  // MARK: - Notes

  private mutating func compareNotes() {
    let (before, now) = (old.rules.notes, new.rules.notes)
    if before.title != now.title || before.description != now.description {
      report(.descriptionChanged, at: new.place("description", "title"), "The title or description changed")
    }
    if before.isDeprecated != now.isDeprecated {
      report(
        .deprecationChanged, at: new.place("deprecated"),
        "The value is \(now.isDeprecated ? "deprecated" : "no longer deprecated")")
    }
    if before.examples != now.examples {
      report(.examplesChanged, at: new.place("examples", "example"), "The examples changed")
    }
    let (known, values) = (Set(old.knownValues), Set(new.knownValues))
    if known != values {
      report(
        .knownValuesChanged, at: new.place("anyOf"),
        "The open enumeration lists other values; all strings remain allowed")
    }
    switch (before.defaultValue, now.defaultValue) {
    case (nil, nil): return
    case (nil, let value?): report(.defaultAdded, at: new.place("default"), "The default \(value) is declared")
    case (let value?, nil):
      report(
        .defaultRemoved, at: old.place("default"), isInNew: false,
        "The default \(value) is removed, so an absent value has another meaning")
    case (let before?, let now?):
      guard !before.equals(now) else { return }
      report(
        .defaultChanged, at: new.place("default"),
        "The default is \(now) instead of \(before), so an absent value has another meaning")
    }
  }

  private mutating func compareNegations() {
    let before = old.rules.negations.map { SchemaMeaning([$0], oldDocument) }
    let now = new.rules.negations.map { SchemaMeaning([$0], newDocument) }
    for (negation, meaning) in zip(new.rules.negations, now) where !before.contains(meaning) {
      report(.exclusionAdded, at: negation.pointer, "Values that satisfy the schema of `not` are refused now")
    }
    for (negation, meaning) in zip(old.rules.negations, before) where !now.contains(meaning) {
      report(
        .exclusionRemoved, at: negation.pointer, isInNew: false,
        "Values that satisfy the schema of `not` are allowed now")
    }
  }

  /// Returns true if schemas have equal rules; used where rules are not compared one by one.
  func isEqual(_ old: [OpenAPINode], _ new: [OpenAPINode]) -> Bool {
    SchemaMeaning(old, oldDocument) == SchemaMeaning(new, newDocument)
  }

  // MARK: - Alternatives

  private mutating func compareAlternatives() {
    let before = SchemaBranch.all(of: old, oldDocument)
    let now = SchemaBranch.all(of: new, newDocument)
    let (left, right) = match(before, now)
    compareExclusivity(before, now, removed: left, added: right)
    for index in left {
      report(
        .alternativeRemoved, at: before[index].part.pointer, isInNew: false,
        "The alternative \(before[index].phrase) is removed")
    }
    for index in right {
      report(.alternativeAdded, at: now[index].part.pointer, "The alternative \(now[index].phrase) is new")
    }
  }

  /// Reports values that satisfy several alternatives, because `oneOf` refuses them.
  private mutating func compareExclusivity(
    _ before: [SchemaBranch], _ now: [SchemaBranch], removed: [Int], added: [Int]
  ) {
    let (wasExclusive, isExclusive) = (old.group?.isExclusive ?? false, new.group?.isExclusive ?? false)
    // With `anyOf`, an object may have the members of several alternatives. After a change to or from `anyOf`, such
    // objects are considered. Other comparisons assume that objects have only members that their alternative lists.
    let isChanged = old.group != nil && new.group != nil && wasExclusive != isExclusive
    if isExclusive, now.mayOverlap(isChanged ? Array(now.indices) : added, sendsUnknown: isChanged) {
      report(
        .exclusionAdded, at: new.place("oneOf"), "Values that satisfy several alternatives of `oneOf` are refused now")
    }
    if wasExclusive, before.mayOverlap(isChanged ? Array(before.indices) : removed, sendsUnknown: isChanged) {
      report(
        .exclusionRemoved, at: old.place("oneOf"), isInNew: false,
        "Values that satisfy several alternatives of the former `oneOf` are allowed now")
    }
  }

  /// Compares alternatives with equal names, and returns the positions of the alternatives without a match.
  private mutating func match(_ before: [SchemaBranch], _ now: [SchemaBranch]) -> (old: [Int], new: [Int]) {
    var (left, right) = (Array(before.indices), Set(now.indices))
    for kind in SchemaBranch.Name.Kind.allCases {
      let counts = Dictionary(grouping: left.compactMap { before[$0].name(kind) }) { $0 }.mapValues(\.count)
      var candidates: [SchemaBranch.Name: [Int]] = [:]
      for index in right.sorted() {
        if let name = now[index].name(kind) { candidates[name, default: []].append(index) }
      }
      left.removeAll { index in
        // A vague name must be unique to identify an alternative.
        guard let name = before[index].name(kind), !kind.isVague || counts[name] == 1 else { return false }
        let matches = (candidates[name] ?? []).filter { before[index].mayMatch(now[$0]) }
        guard let match = matches.first, matches.count == 1 || !kind.isVague else { return false }
        right.remove(match)
        candidates[name]?.removeAll { $0 == match }
        compare(before[index].part, now[match].part)
        return true
      }
    }
    return (left, right.sorted())
  }

  /// Discards the parts, and reports that the alternatives have too many combinations to be compared.
  mutating func refuseCombinations() {
    parts = []
    report(
      .incomparable, at: new.nodes.first?.pointer ?? new.pointer,
      "The alternatives have too many combinations to be compared")
  }
}

extension SchemaPart {
  /// The location of the part.
  var pointer: String { chosen.last?.pointer ?? nodes.first?.pointer ?? "" }
}
