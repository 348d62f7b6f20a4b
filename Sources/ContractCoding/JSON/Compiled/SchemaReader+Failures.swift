extension SchemaReader {
  /// The maximum number of recorded failures.
  static let maxNotes = FailureCollector.maxFailures

  mutating func note(_ note: SchemaNote) {
    guard !isBroken else { return }
    noteCount += 1
    let extras = keeping()
    if extras.notes.count < Self.maxNotes { extras.notes.append(note) }
  }

  /// Removes the failures of a value, so that another failure can replace them.
  mutating func removeNotes(from first: Int) {
    guard noteCount > first else { return }
    let extras = keeping()
    if first < extras.notes.count { extras.notes.removeSubrange(first...) }
    // If the list was full before the value, the count does not change; otherwise it becomes the length of the list.
    if first < Self.maxNotes { noteCount = first }
  }

  /// Records that the next value is not the expected one, and skips it.
  @inline(never)
  mutating func mismatch(_ expected: SchemaNote.Expected, _ code: CodingFailure.Code = .type) {
    skipSpace()
    let offset = next - start
    skipValue()
    note(SchemaNote(offset: offset, code, expected))
  }

  // SAFETY: the pointer is used only to compute an offset.
  /// Records that a value that was read is invalid.
  @inline(never)
  mutating func refuse(
    _ value: UnsafePointer<UInt8>, _ code: CodingFailure.Code, _ expected: SchemaNote.Expected
  ) {
    note(SchemaNote(offset: value - start, code, expected))
  }

  /// Records that a member violates a rule.
  ///
  /// - Parameters:
  ///   - object: the object that contains the member.
  ///   - member: the index of the member.
  ///   - steps: the array indices that lead to the invalid part of the member's value; empty for the value itself.
  ///   - requirement: the requirement of the rule, such as `must be from 1 to 100`.
  public mutating func refuse(_ object: SchemaObject, _ member: Int, steps: [Int], _ requirement: String) {
    note(
      SchemaNote(
        offset: object.start - start, member: object.table.pointee.names[member], order: member, .invalid,
        .rule(requirement, steps: steps)))
  }
}
