internal import ContractCoding
internal import ContractHTTP

// The elements of arrays and the members of objects.
extension SchemaStep {
  mutating func compareArrays() {
    let (before, now) = (old.rules.arrays, new.rules.arrays)
    compare(
      before.count, now.count, "number of elements", .countNarrowed, .countWidened, new.place("maxItems", "minItems"))
    if before.isUnique != now.isUnique {
      report(
        now.isUnique ? .uniquenessAdded : .uniquenessRemoved, at: new.place("uniqueItems"),
        now.isUnique ? "Elements must be distinct" : "Elements may be equal")
    }
    if !before.items.isEmpty || !now.items.isEmpty { compare(before.items, now.items) }
    for index in 0..<max(before.prefix.count, now.prefix.count) {
      let left = index < before.prefix.count ? before.prefix[index] : before.items
      compare(left, index < now.prefix.count ? now.prefix[index] : now.items)
    }
    if !isEqual(before.contained, now.contained)
      || (!before.contained.isEmpty && before.containedCounts != now.containedCounts)
    {
      report(
        .incomparable, at: new.place("contains", "minContains", "maxContains"),
        "`contains` changed in a way that cannot be compared")
    }
  }

  mutating func compareObjects() {
    let (before, now) = (sent(old, oldDocument), sent(new, newDocument))
    compareMembers(before, now)
    compareUndeclaredMembers(before, now)
    compare(
      before.count, now.count, "number of members", .countNarrowed, .countWidened,
      new.place("maxProperties", "minProperties"))
    let patterns = (before.patterns.map(\.text), now.patterns.map(\.text))
    if patterns.0 != patterns.1 || !isEqual(before.names + before.dependencies, now.names + now.dependencies) {
      report(
        .incomparable, at: new.place("patternProperties", "propertyNames", "dependentRequired", "dependentSchemas"),
        "A rule about the names of members changed in a way that cannot be compared")
    } else {
      for (left, right) in zip(before.patterns, now.patterns) { compare([left.schema], [right.schema]) }
    }
  }

  /// Returns the rules of objects in the direction of the comparison.
  private func sent(_ view: SchemaView, _ document: OpenAPIDocument) -> ObjectRules {
    let references = OpenAPIReferences(document.root)
    return view.rules.objects.sent(direction) { SchemaRules($0.schemas, references, document.version) }
  }

  private mutating func compareMembers(_ before: ObjectRules, _ now: ObjectRules) {
    let (required, newer) = (Set(before.required), Set(now.required))
    for member in before.members {
      if let schemas = now[member.name] {
        compare(member.schemas, schemas)
      } else {
        compareRemoved(
          member, isRequired: required.contains(member.name), now, isStillRequired: newer.contains(member.name))
      }
    }
    for member in now.members where before[member.name] == nil {
      compareAdded(member, isRequired: newer.contains(member.name), before, wasRequired: required.contains(member.name))
    }
    for name in required.symmetricDifference(newer).sorted() {
      let isRequired = newer.contains(name)
      // A required member that only one version lists is skipped, because it is reported as added or removed.
      let (listed, other) = isRequired ? (now, before) : (before, now)
      guard listed[name] == nil || other[name] != nil else { continue }
      report(
        isRequired ? .memberRequired : .memberOptional, at: isRequired ? new.place("required") : old.place("required"),
        isInNew: isRequired, "The member `\(name)` is \(isRequired ? "required" : "optional") now")
    }
  }

  private mutating func compareRemoved(
    _ member: ObjectRules.Member, isRequired: Bool, _ now: ObjectRules, isStillRequired: Bool
  ) {
    let others = now.unlisted(member.name)
    // The new version does not list the member, so the rules for unlisted members apply to its values.
    if !others.isClosed, !others.isOpen || isStillRequired { compare(member.schemas, others) }
    if isStillRequired, !others.isClosed { return }
    report(
      isRequired ? .requiredMemberRemoved : .memberRemoved, at: member.schemas[0].pointer, isInNew: false,
      "The \(isRequired ? "required " : "")member `\(member.name)` is removed")
  }

  private mutating func compareAdded(
    _ member: ObjectRules.Member, isRequired: Bool, _ before: ObjectRules, wasRequired: Bool
  ) {
    let others = before.unlisted(member.name)
    // The old version does not list the member, so the rules for unlisted members apply to its values.
    if !others.isClosed, !others.isOpen || wasRequired { compare(others, member.schemas) }
    if wasRequired, !others.isClosed { return }
    report(
      isRequired ? .requiredMemberAdded : others.isClosed ? .undeclaredMemberAdded : .memberAdded,
      at: member.schemas[0].pointer,
      "The \(isRequired ? "required" : "optional") member `\(member.name)` is new")
    if isRequired, others.isClosed, direction == .response {
      report(
        .undeclaredMemberAdded, at: member.schemas[0].pointer, "The member `\(member.name)` was not allowed before")
    }
  }

  private mutating func compareUndeclaredMembers(_ before: ObjectRules, _ now: ObjectRules) {
    switch (before.isClosed, now.isClosed) {
    case (false, true):
      report(.membersClosed, at: new.place("additionalProperties"), "Other members are no longer allowed")
    case (true, false): report(.membersOpened, at: new.place("additionalProperties"), "Other members are allowed now")
    case (true, true): return
    case (false, false):
      if before.additional.isOpen, !now.additional.isOpen {
        report(.membersClosed, at: new.place("additionalProperties"), "Other members are restricted now")
      } else if !before.additional.isOpen, now.additional.isOpen {
        report(
          .membersOpened, at: old.place("additionalProperties"), isInNew: false,
          "Other members are no longer restricted")
      } else if !before.additional.isOpen {
        compare(before.additional, now.additional)
      }
    }
  }
}

extension [OpenAPINode] {
  /// Whether members with these schemas may have any value.
  fileprivate var isOpen: Bool { allSatisfy { $0.value == true || $0.value == [:] } }

  /// Whether members with these schemas are refused.
  fileprivate var isClosed: Bool { contains { $0.value == false } }
}
