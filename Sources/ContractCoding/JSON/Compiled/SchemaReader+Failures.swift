extension SchemaReader {
  /// More failures than these help nobody.
  static let maxNotes = FailureCollector.maxFailures

  mutating func note(_ note: SchemaNote) {
    guard !isBroken else { return }
    noteCount += 1
    let extras = keeping()
    if extras.notes.count < Self.maxNotes { extras.notes.append(note) }
  }

  /// Notes that something else than was expected comes next, and steps over it.
  @inline(never)
  mutating func mismatch(_ expected: SchemaNote.Expected, _ code: CodingFailure.Code = .type) {
    skipSpace()
    let offset = next - start
    skipValue()
    note(SchemaNote(offset: offset, code, expected))
  }

  // SAFETY: the pointer is not followed: its distance from the text's start is.
  /// Notes that a value that was stepped over is not what it should be.
  @inline(never)
  mutating func refuse(
    _ value: UnsafePointer<UInt8>, _ code: CodingFailure.Code, _ expected: SchemaNote.Expected
  ) {
    note(SchemaNote(offset: value - start, code, expected))
  }

  /// Records that a member breaks a rule.
  ///
  /// - Parameters:
  ///   - object: The object whose members are being read, or have been.
  ///   - member: The position of the member.
  ///   - steps: The indices that lead to the place inside the member's value; none for the value itself.
  ///   - requirement: What the rule demands, such as `must be from 1 to 100`.
  public mutating func refuse(_ object: SchemaObject, _ member: Int, steps: [Int], _ requirement: String) {
    note(
      SchemaNote(
        offset: object.start - start, member: object.table.pointee.names[member], order: member, .invalid,
        .rule(requirement, steps: steps)))
  }
}
