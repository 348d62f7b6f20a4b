extension SchemaReader {
  // MARK: - Objects

  /// Opens an object.
  ///
  /// - Returns: nil, after recording a failure and skipping the value, when it is not an object.
  public mutating func beginObject(_ keys: SchemaKeys) -> SchemaObject? {
    let table = isMapped ? mapped(keys.table) : keys.table
    guard open(UInt8(ascii: "{"), { table.pointee.type.map { .type($0) } ?? .text("object") }) else { return nil }
    let object = SchemaObject(
      table: table, start: next, firstFailure: failureCount, wide: wideCount, aliases: aliasCount)
    if table.pointee.count > 64 { widen(table) }
    return object
  }

  /// Advances to the next known member that has not been read yet, skipping others.
  ///
  /// - Returns: the index of the member, whose value follows, or nil at the end of the object.
  public mutating func nextMember(_ object: inout SchemaObject) -> Int? {
    if failureCount != object.knownFailures { markNewFailures(&object) }
    let index = object.expected
    let entry = object.table.pointee.entries + index
    let count = entry.pointee.quickCount
    guard end - next > (count | 7) + 1 else {
      if !isMapped, next < end, next.pointee == UInt8(ascii: "}"), object.separator == UInt8(ascii: ",") {
        next += 1
        return nil
      }
      return searchMember(&object)
    }
    // The next declared name is usually the next one in the text, without white space.
    let bytes = UnsafeRawPointer(next)
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: index)
    guard next.pointee == object.separator, object.seen & bit == 0,
      (bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self).littleEndian ^ entry.pointee.word) & entry.pointee.mask
        == 0,
      count <= 8 || Self.equal(bytes + 9, UnsafeRawPointer(entry.pointee.text) + 8, count - 8)
    else { return searchMember(&object) }
    object.separator = UInt8(ascii: ",")
    object.seen |= bit
    object.current = index
    object.expected = index + 1
    next += count + 1
    return index
  }

  /// Closes an object after its last member.
  ///
  /// - Returns: true when no failure occurred and all required members were read.
  public mutating func endObject(_ object: SchemaObject) -> Bool {
    depth += 1
    if object.table.pointee.required & ~object.seen == 0, failureCount == object.firstFailure,
      object.table.pointee.count <= 64
    {
      return !isBroken
    }
    return finish(object)
  }

  // SAFETY: the caller ensures that both addresses have `count` bytes.
  @inline(__always)
  private static func equal(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Bool {
    var index = 0
    while index < count {
      if index + 8 <= count {
        if a.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          != b.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        {
          return false
        }
        index += 8
      } else {
        if a.load(fromByteOffset: index, as: UInt8.self) != b.load(fromByteOffset: index, as: UInt8.self) {
          return false
        }
        index += 1
      }
    }
    return true
  }

  // MARK: - Slow path

  /// Finds the next member by its name.
  @inline(never)
  private mutating func searchMember(_ object: inout SchemaObject) -> Int? {
    if object.separator == 0, !isBroken, let end = createdExtras().aliases.popLast() {
      // The last value was that of an unmapped key earlier in the text. Continue at the closing bracket.
      next = end.value
      return closeMembers(&object)
    }
    while let isName = findNext(&object.separator) {
      guard isName else { return closeMembers(&object) }
      let found = findName(object.table)
      skipColon()
      if isBroken { return nil }
      if let found, !hasSeen(object, found.member) {
        if found.isAlias {
          skipSpace()
          let extras = createdExtras()
          if !extras.aliases[object.aliases...].contains(where: { $0.member == found.member }) {
            extras.aliases.append((found.member, next))
          }
        } else {
          return take(found.member, &object)
        }
      }
      skipValue()
    }
    return nil
  }

  private mutating func take(_ member: Int, _ object: inout SchemaObject) -> Int {
    setSeen(&object, member)
    object.current = member
    object.expected = member + 1
    return member
  }

  /// Reads a name from its opening quotation mark, and finds its member; nil for an unknown name or a syntax error.
  private mutating func findName(_ table: UnsafePointer<SchemaTable>) -> (member: Int, isAlias: Bool)? {
    let text = scanString()
    guard !isBroken else { return nil }
    if !text.isEscaped { return table.pointee.find(text.start, text.count) }
    return text.bytes.withUnsafeBufferPointer { name in
      // An address is required even for an empty name, but nothing is read from it.
      table.pointee.find(name.baseAddress ?? text.start, name.count)
    }
  }

  /// Handles the closing bracket of an object: skips it, unless unmapped keys apply because their mapped names are
  /// absent.
  private mutating func closeMembers(_ object: inout SchemaObject) -> Int? {
    while aliasCount > object.aliases {
      let alias = createdExtras().aliases.removeLast()
      guard !hasSeen(object, alias.member) else { continue }
      // The value of the alias is read at its own position; afterwards reading returns to the current position.
      createdExtras().aliases.append((-1, next))
      next = alias.value
      object.separator = 0
      return take(alias.member, &object)
    }
    next += 1
    return nil
  }

  // MARK: - Members

  private func hasSeen(_ object: SchemaObject, _ member: Int) -> Bool {
    if member < 64 { return object.seen & (1 << UInt64(member)) != 0 }
    guard let extras else { return false }
    return extras.wide[object.wide + member / 64 - 1] & (1 << UInt64(member % 64)) != 0
  }

  private mutating func setSeen(_ object: inout SchemaObject, _ member: Int) {
    if member < 64 {
      object.seen |= 1 << UInt64(member)
    } else {
      createdExtras().wide[object.wide + member / 64 - 1] |= 1 << UInt64(member % 64)
    }
  }

  private mutating func widen(_ table: UnsafePointer<SchemaTable>) {
    createdExtras().wide.append(contentsOf: repeatElement(0, count: (table.pointee.count - 1) / 64))
  }

  /// Returns the table of an object with mapped names.
  @inline(never)
  private func mapped(_ table: UnsafePointer<SchemaTable>) -> UnsafePointer<SchemaTable> {
    options.keys.tables?.table(table, options.keys) ?? table
  }

  // MARK: - Failures

  /// Tags the failures recorded since the last member with the index of that member.
  @inline(never)
  private mutating func markNewFailures(_ object: inout SchemaObject) {
    let extras = createdExtras()
    for index in min(object.knownFailures, extras.failures.count)..<extras.failures.count {
      extras.failures[index].order = object.current
    }
    object.knownFailures = failureCount
  }

  /// Records missing members and sorts the failures of an object in the order of its members.
  @inline(never)
  mutating func finish(_ object: SchemaObject) -> Bool {
    let extras = createdExtras()
    if !isBroken {
      let members = object.table.pointee.members
      for index in members.indices where members[index].required != nil && !hasSeen(object, index) {
        guard let type = members[index].required else { continue }
        record(
          SchemaFailure(
            offset: object.start - start, member: object.table.pointee.names[index], order: index, .missing, .type(type)
          ))
      }
      if object.firstFailure < extras.failures.count {
        // The sort is stable: failures of one member keep their order.
        let sorted = extras.failures[object.firstFailure...].enumerated().sorted {
          ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
        }
        extras.failures.replaceSubrange(object.firstFailure..., with: sorted.map(\.element))
      }
    }
    extras.wide.removeSubrange(object.wide...)
    return !isBroken && failureCount == object.firstFailure
  }

  /// Returns the number of cases in an enumeration's object. Unless the number is one, the failures of the cases are removed.
  mutating func countCases(_ object: SchemaObject) -> Int {
    let extras = createdExtras()
    let cases = object.seen.nonzeroBitCount + extras.wide[object.wide...].reduce(0) { $0 + $1.nonzeroBitCount }
    if cases == 1 { return 1 }
    extras.wide.removeSubrange(object.wide...)
    removeFailures(from: object.firstFailure)
    return cases
  }

  /// Replaces all failures in an enumeration's cases by a single one.
  @inline(never)
  mutating func finishChoice(_ object: SchemaObject) -> Bool {
    if countCases(object) == 1 { return finish(object) }
    refuse(object.start, .type, object.table.pointee.type.map { .type($0) } ?? .text("object"))
    return false
  }
}
