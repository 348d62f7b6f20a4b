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
    if before.contained.map(\.value) != now.contained.map(\.value) {
      report(.incomparable, at: new.place("contains"), "`contains` changed, which cannot be compared")
    }
  }

  mutating func compareObjects() {
    let (before, now) = (old.rules.objects, new.rules.objects)
    compareMembers(before, now)
    compareUndeclaredMembers(before, now)
    compare(
      before.count, now.count, "number of members", .countNarrowed, .countWidened,
      new.place("maxProperties", "minProperties"))
    let patterns = (before.patterns.map(\.text), now.patterns.map(\.text))
    let names = (before.names.map(\.value), now.names.map(\.value))
    let others = ["dependentRequired", "dependentSchemas"].contains { name in
      old.nodes.first?.value[name] != new.nodes.first?.value[name]
    }
    if patterns.0 != patterns.1 || names.0 != names.1 || others {
      report(
        .incomparable, at: new.place("patternProperties", "propertyNames", "dependentRequired", "dependentSchemas"),
        "A rule about the names of members changed, which cannot be compared")
    } else {
      for (left, right) in zip(before.patterns, now.patterns) { compare([left.schema], [right.schema]) }
    }
  }

  private mutating func compareMembers(_ before: ObjectRules, _ now: ObjectRules) {
    let (required, newer) = (Set(before.required), Set(now.required))
    for member in before.members {
      guard let schemas = now[member.name] else {
        let isRequired = required.contains(member.name)
        report(
          isRequired ? .requiredMemberRemoved : .memberRemoved, at: member.schemas[0].pointer, isInNew: false,
          "The \(isRequired ? "required " : "")member `\(member.name)` is removed")
        continue
      }
      compare(member.schemas, schemas)
    }
    for member in now.members where before[member.name] == nil {
      let isRequired = newer.contains(member.name)
      let rule: DiffRule =
        isRequired
        ? .requiredMemberAdded : !before.isOpen ? .undeclaredMemberAdded : .memberAdded
      report(
        rule, at: member.schemas[0].pointer,
        "The \(isRequired ? "required" : "optional") member `\(member.name)` is new")
      if isRequired, !before.isOpen, direction == .response {
        report(.undeclaredMemberAdded, at: member.schemas[0].pointer, "The member `\(member.name)` was not allowed")
      }
    }
    for name in required.symmetricDifference(newer).sorted() {
      let isListed = before[name] != nil && now[name] != nil
      let isUnlisted = before[name] == nil && now[name] == nil
      guard isListed || isUnlisted else { continue }
      let isRequired = newer.contains(name)
      report(
        isRequired ? .memberRequired : .memberOptional, at: isRequired ? new.place("required") : old.place("required"),
        isInNew: isRequired, "The member `\(name)` is \(isRequired ? "required" : "optional") now")
    }
  }

  private mutating func compareUndeclaredMembers(_ before: ObjectRules, _ now: ObjectRules) {
    switch (before.isClosed, now.isClosed) {
    case (false, true):
      report(.membersClosed, at: new.place("additionalProperties"), "Other members are no longer allowed")
    case (true, false): report(.membersOpened, at: new.place("additionalProperties"), "Other members are allowed now")
    case (true, true): return
    case (false, false):
      if before.isOpen, !now.isOpen {
        report(.membersClosed, at: new.place("additionalProperties"), "Other members are restricted now")
      } else if !before.isOpen, now.isOpen {
        report(
          .membersOpened, at: old.place("additionalProperties"), isInNew: false,
          "Other members are no longer restricted")
      } else if !before.isOpen {
        compare(before.additional, now.additional)
      }
    }
  }
}

extension ObjectRules {
  /// Whether members that are not listed may have any value.
  fileprivate var isOpen: Bool { additional.allSatisfy { $0.value == true || $0.value == [:] } }
}
