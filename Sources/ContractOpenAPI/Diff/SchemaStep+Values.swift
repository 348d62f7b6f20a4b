internal import ContractCoding

// The types, choices, numbers and strings of schemas without alternatives.
extension SchemaStep {
  mutating func compareValues() {
    let (before, now) = (old.choices(in: oldDocument), new.choices(in: newDocument))
    guard before == nil, now == nil else { return compareChoices(before, now) }
    if old.isBinary, new.isBinary { return compareStrings() }
    guard compareTypes(old.rules.types, new.rules.types) else { return }
    if old.allowsAny([.integer, .number]), new.allowsAny([.integer, .number]) { compareNumbers() }
    if old.allowsAny([.string]), new.allowsAny([.string]) { compareStrings() }
    if old.allowsAny([.array]), new.allowsAny([.array]) { compareArrays() }
    if old.allowsAny([.object]), new.allowsAny([.object]) { compareObjects() }
  }

  /// Compares the allowed types. Returns false if no type is allowed by both schemas.
  private mutating func compareTypes(
    _ old: Set<JSONSchema.ValueType>?, _ new: Set<JSONSchema.ValueType>?
  ) -> Bool {
    let place = self.new.place("type", "enum", "const")
    switch (old, new) {
    case (nil, nil): return true
    case (nil, let types?):
      report(.typeRemoved, at: place, "The type is \(SchemaView.phrase(types)), but all types were allowed before")
    case (let types?, nil):
      report(
        .typeAdded, at: self.old.place("type"), isInNew: false,
        "All types are allowed, not only \(SchemaView.phrase(types))")
    case (let before?, let now?):
      let (removed, added) = (before.subtracting(now), now.subtracting(before))
      if before.isDisjoint(with: now), !before.isEmpty, !now.isEmpty {
        report(.typeChanged, at: place, "The type is \(SchemaView.phrase(now)) instead of \(SchemaView.phrase(before))")
        return false
      }
      if !removed.isEmpty {
        report(.typeRemoved, at: place, "The type is \(SchemaView.phrase(now)), not \(SchemaView.phrase(before))")
      }
      if !added.isEmpty {
        report(.typeAdded, at: place, "The type is \(SchemaView.phrase(now)), not only \(SchemaView.phrase(before))")
      }
    }
    return true
  }

  /// Compares listed values with other listed values, or with the rules of a schema that lists none.
  private mutating func compareChoices(_ before: [JSONValue]?, _ now: [JSONValue]?) {
    let (types, newer) = (before.map(SchemaView.types) ?? old.rules.types, now.map(SchemaView.types) ?? new.rules.types)
    if let types, let newer, types.isDisjoint(with: newer) {
      // Null is compared separately. If neither version allows any other value, there is no difference.
      if !types.isEmpty || !newer.isEmpty { _ = compareTypes(types, newer) }
      return
    }
    let place = new.place("enum", "const")
    if before == nil, let now { report(.valuesListed, at: place, "Only \(SchemaView.phrase(now)) are allowed") }
    if now == nil, let before {
      report(
        .valuesUnlisted, at: old.place("enum", "const"), isInNew: false,
        "Other values than \(SchemaView.phrase(before)) are allowed")
    }
    let (former, known) = (before.map { Set($0.map(\.canonical)) }, now.map { Set($0.map(\.canonical)) })
    let removed = (before ?? []).filter { value in
      known.map { !$0.contains(value.canonical) } ?? !new.accepts(value, in: newDocument, isSure: true)
    }
    let added = (now ?? []).filter { value in
      former.map { !$0.contains(value.canonical) } ?? !old.accepts(value, in: oldDocument, isSure: true)
    }
    if !removed.isEmpty {
      report(.valueRemoved, at: place, "\(SchemaView.phrase(removed)) is no longer among the values")
    }
    if !added.isEmpty { report(.valueAdded, at: place, "\(SchemaView.phrase(added)) is among the values now") }
  }

  // MARK: - Numbers

  private mutating func compareNumbers() {
    var (before, now) = (old.rules.numbers.within(old.rules.format), new.rules.numbers.within(new.rules.format))
    if old.rules.types == [.integer], new.rules.types == [.integer] {
      (before, now) = (before.ofIntegers, now.ofIntegers)
    }
    compare(
      before.lower, now.lower, isStricter: { $0.isAbove($1) }, "minimum",
      new.place("minimum", "exclusiveMinimum", "format"))
    compare(
      before.upper, now.upper, isStricter: { $0.isBelow($1) }, "maximum",
      new.place("maximum", "exclusiveMaximum", "format"))
    // A format of strings is compared by the rules of strings.
    let isText = old.allowsAny([.string]) && new.allowsAny([.string])
    let formats = [old.rules.format, new.rules.format]
    let isSameRange = before.lower?.value == now.lower?.value && before.upper?.value == now.upper?.value
    if !isText, isSameRange || formats.allSatisfy({ NumberRules.range(of: $0) == nil }) { compareFormatNotes() }
    let (steps, newer) = (Set(before.multiples.map(ExactDecimal.init)), Set(now.multiples.map(ExactDecimal.init)))
    guard steps != newer else { return }
    let place = new.place("multipleOf")
    if Self.follow(steps, from: newer) {
      report(.multipleAdded, at: place, "`multipleOf` is required, or allows fewer numbers")
    } else if Self.follow(newer, from: steps) {
      report(
        .multipleRemoved, at: old.place("multipleOf"), isInNew: false,
        "`multipleOf` is no longer required, or allows more numbers")
    } else {
      report(.multipleChanged, at: place, "`multipleOf` changed")
    }
  }

  /// Returns true if every common multiple of `others` is also a multiple of all of `steps`.
  private static func follow(_ steps: Set<ExactDecimal>, from others: Set<ExactDecimal>) -> Bool {
    steps.allSatisfy { step in others.contains { $0 == step || $0.isMultiple(of: step) == true } }
  }

  private mutating func compare(
    _ old: NumberBound?, _ new: NumberBound?, isStricter: (NumberBound, NumberBound) -> Bool, _ name: String,
    _ place: String
  ) {
    let before = old.map { "\($0.number)\($0.isExclusive ? " (exclusive)" : "")" } ?? "absent"
    let now = new.map { "\($0.number)\($0.isExclusive ? " (exclusive)" : "")" } ?? "absent"
    let difference = "The \(name) is \(now) instead of \(before)"
    switch (old, new) {
    case (nil, nil): return
    case (nil, _?): report(.rangeNarrowed, at: place, difference)
    case (_?, nil): report(.rangeWidened, at: place, difference)
    case (let old?, let new?):
      if isStricter(new, old) { report(.rangeNarrowed, at: place, difference) }
      if isStricter(old, new) { report(.rangeWidened, at: place, difference) }
    }
  }

  // MARK: - Strings

  private mutating func compareStrings() {
    let (before, now) = (old.rules.strings, new.rules.strings)
    compare(
      before.length, now.length, "length", .lengthNarrowed, .lengthWidened, new.place("maxLength", "minLength"))
    comparePatterns(before.patterns, now.patterns)
    if !old.isBinary || !new.isBinary {
      compareFormatNotes()
      compareFormats(old.textFormat, new.textFormat, "format", "contentEncoding")
      compareFormats(before.mediaType?.lowercased(), now.mediaType?.lowercased(), "contentMediaType")
    }
    // `content` contains the schemas of values inside strings, such as the data of events.
    if !before.content.isEmpty || !now.content.isEmpty { compare(before.content, now.content) }
  }

  mutating func compare(
    _ old: SizeRules, _ new: SizeRules, _ name: String, _ narrowed: DiffRule, _ widened: DiffRule, _ place: String
  ) {
    let difference = "The \(name) is \(new.phrase) instead of \(old.phrase)"
    if new.minimum > old.minimum || new.maximum ?? .max < old.maximum ?? .max {
      report(narrowed, at: place, difference)
    }
    if new.minimum < old.minimum || new.maximum ?? .max > old.maximum ?? .max { report(widened, at: place, difference) }
  }

  private mutating func comparePatterns(_ old: [String], _ new: [String]) {
    let (before, now) = (Set(old), Set(new))
    guard before != now else { return }
    let place = self.new.place("pattern")
    if now.isSuperset(of: before) {
      report(
        .patternAdded, at: place,
        "The pattern `\(now.subtracting(before).sorted().joined(separator: "`, `"))` is required")
    } else if now.isSubset(of: before) {
      report(.patternRemoved, at: self.old.place("pattern"), isInNew: false, "A pattern is no longer required")
    } else {
      report(
        .patternChanged, at: place,
        "The pattern is `\(new.joined(separator: "`, `"))` instead of `\(old.joined(separator: "`, `"))`")
    }
  }

  private mutating func compareFormatNotes() {
    let (before, now) = (old.textFormat, new.textFormat)
    if old.rules.format != new.rules.format, before == now, ![before, now].contains("byte") {
      let names = [new.rules.format, old.rules.format].map { $0.map { "`\($0)`" } ?? "absent" }
      report(
        .formatNoteChanged, at: new.place("format"),
        "The format, which restricts no values, is \(names[0]) instead of \(names[1])")
    }
  }

  private mutating func compareFormats(_ before: String?, _ now: String?, _ keywords: String...) {
    switch (before, now) {
    case (nil, let format?): report(.formatAdded, at: new.place(keywords), "The format `\(format)` is required")
    case (let format?, nil):
      report(
        .formatRemoved, at: old.place(keywords), isInNew: false, "The format `\(format)` is no longer required")
    case (let before?, let now?) where before != now:
      report(.formatChanged, at: new.place(keywords), "The format is `\(now)` instead of `\(before)`")
    default: return
    }
  }
}

extension SizeRules {
  /// The bounds as a phrase, such as `1 to 80`.
  fileprivate var phrase: String { "\(minimum) to \(maximum.map(String.init) ?? "any number")" }
}

extension SchemaView {
  /// Returns true if one of several types is allowed.
  func allowsAny(_ types: Set<JSONSchema.ValueType>) -> Bool { rules.types.map { !$0.isDisjoint(with: types) } ?? true }

  /// The format of strings that restricts values.
  fileprivate var textFormat: String? {
    switch rules.format.flatMap(TextFormat.init) {
    case .dateTime, .date, .uuid, .uri, .uriReference, .byte: rules.format
    // Other encodings are not checked, but a change of the encoding changes the meaning of strings.
    default: rules.strings.encoding.map { $0 == "base64" ? "byte" : $0 }
    }
  }

  /// Returns the types of values. Integers also have the type `number`.
  static func types(of values: [JSONValue]) -> Set<JSONSchema.ValueType> {
    Set(values.flatMap { value in JSONSchema.ValueType.allCases.filter { value.isOfType($0.rawValue) } })
  }

  static func phrase(_ types: Set<JSONSchema.ValueType>) -> String {
    let names = types.contains(.number) ? types.subtracting([.integer]) : types
    return names.isEmpty ? "none" : names.map { "`\($0.rawValue)`" }.sorted().joined(separator: " or ")
  }

  static func phrase(_ values: [JSONValue]) -> String {
    values.prefix(20).map { "`\($0)`" }.joined(separator: ", ") + (values.count > 20 ? ", …" : "")
  }
}
