extension SchemaReader {
  /// The maximum number of recorded failures.
  static let maxFailures = FailureCollector.maxFailures

  mutating func record(_ failure: SchemaFailure) {
    guard !isBroken else { return }
    failureCount += 1
    let extras = createdExtras()
    if extras.failures.count < Self.maxFailures { extras.failures.append(failure) }
  }

  /// Removes the failures of a value, so that another failure can replace them.
  mutating func removeFailures(from first: Int) {
    guard failureCount > first else { return }
    let extras = createdExtras()
    if first < extras.failures.count { extras.failures.removeSubrange(first...) }
    // If the list was full before the value, the count does not change; otherwise it becomes the length of the list.
    if first < Self.maxFailures { failureCount = first }
  }

  /// Records that the next value is not the expected one, and skips it.
  @inline(never)
  mutating func mismatch(_ expected: SchemaFailure.Expected, _ code: CodingFailure.Code = .type) {
    skipSpace()
    let offset = next - start
    skipValue()
    record(SchemaFailure(offset: offset, code, expected))
  }

  // SAFETY: the pointer is used only to compute an offset.
  /// Records that a value that was read is invalid.
  @inline(never)
  mutating func refuse(
    _ value: UnsafePointer<UInt8>, _ code: CodingFailure.Code, _ expected: SchemaFailure.Expected
  ) {
    record(SchemaFailure(offset: value - start, code, expected))
  }

  /// Records that a member violates a rule.
  ///
  /// - Parameters:
  ///   - object: the object that contains the member.
  ///   - member: the index of the member.
  ///   - steps: the array indices that lead to the invalid part of the member's value; empty for the value itself.
  ///   - requirement: the requirement of the rule, such as `must be from 1 to 100`.
  public mutating func refuse(_ object: SchemaObject, _ member: Int, steps: [Int], _ requirement: String) {
    record(
      SchemaFailure(
        offset: object.start - start, member: object.table.pointee.names[member], order: member, .invalid,
        .rule(requirement, steps: steps)))
  }
}
