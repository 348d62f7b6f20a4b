// Structs with `@Positional`, whose members are the elements of an array.

// SAFETY: the table is never freed.
/// The state of an array with fixed positions while its elements are read.
public struct SchemaPositions {
  let table: UnsafePointer<SchemaTable>
  var array: SchemaArray
  /// The number of elements so far.
  var count = 0
  var isAtEnd = false

  /// The allowed numbers of elements. Only the last ones may be absent.
  var counts: ClosedRange<Int> { table.pointee.counts }

  /// Returns the expected value for a wrong number of elements.
  static func expected(_ counts: ClosedRange<Int>) -> String {
    let numbers = counts.count == 1 ? "" : "\(counts.lowerBound) to "
    return "an array of \(numbers)\(counts.upperBound) \(counts.upperBound == 1 ? "element" : "elements")"
  }
}

extension SchemaTable {
  /// The allowed numbers of elements if the members are those of an array. Only the last ones may be absent.
  var counts: ClosedRange<Int> { (members.lastIndex { $0.required != nil }.map { $0 + 1 } ?? 0)...count }
}

// MARK: - Reading

extension SchemaReader {
  /// Opens an array with fixed positions.
  ///
  /// - Returns: nil, after recording a failure and skipping the value, when it is not an array.
  public mutating func beginPositions(_ keys: SchemaKeys) -> SchemaPositions? {
    let table = keys.table
    guard open(UInt8(ascii: "["), { table.pointee.type.map { .type($0) } ?? .text("array") }) else { return nil }
    return SchemaPositions(table: table, array: SchemaArray(firstFailure: failureCount, start: next))
  }

  /// Advances to the next element. The caller must read or skip it before the next call.
  ///
  /// - Returns: false at the end of the array.
  public mutating func nextPosition(_ positions: inout SchemaPositions) -> Bool {
    guard !positions.isAtEnd, nextElement(&positions.array) else {
      positions.isAtEnd = true
      return false
    }
    positions.count += 1
    return true
  }

  /// Closes an array after its last known element.
  ///
  /// - Returns: true when no failure occurred. If the number of elements is wrong, that is the only recorded failure of
  ///   the array.
  public mutating func endPositions(_ positions: SchemaPositions) -> Bool {
    var positions = positions
    while nextPosition(&positions) { skipValue() }
    depth += 1
    if positions.count == positions.table.pointee.count, failureCount == positions.array.firstFailure {
      return !isBroken
    }
    return finish(positions)
  }

  @inline(never)
  private mutating func finish(_ positions: SchemaPositions) -> Bool {
    guard !isBroken, !positions.counts.contains(positions.count) else {
      return !isBroken && failureCount == positions.array.firstFailure
    }
    removeFailures(from: positions.array.firstFailure)
    refuse(positions.array.start, .invalid, .text(SchemaPositions.expected(positions.counts)))
    return false
  }

  /// Records that an element violates a rule.
  ///
  /// - Parameters:
  ///   - positions: the array that contains the element.
  ///   - index: the index of the element.
  ///   - steps: the array indices that lead to the invalid part of the element; empty for the element itself.
  ///   - requirement: the requirement of the rule, such as `must be from 1 to 100`.
  public mutating func refuse(_ positions: SchemaPositions, _ index: Int, steps: [Int], _ requirement: String) {
    record(
      SchemaFailure(
        offset: positions.array.start - start, .invalid, .rule(requirement, steps: [index] + steps)))
  }
}

// MARK: - Writing

extension SchemaWriter {
  /// Writes an element of an array.
  @inlinable
  public mutating func position<T: Schema>(_ value: T) {
    value.write(&self)
    endElement()
  }

  /// Writes an element of a type without a compiled writer.
  @_disfavoredOverload
  public mutating func position<T: Encodable>(_ value: T) {
    self.value(value)
    endElement()
  }
}

// MARK: - Codable

extension Decoder {
  /// Returns the elements of an array with fixed positions. Called by the generated `init(from:)` of a type with
  /// `@Positional`.
  ///
  /// - Throws: `DecodingError` unless the value is an array with a number of elements from `required` to `count`.
  public func _contractPositions(_ required: Int, _ count: Int) throws -> any UnkeyedDecodingContainer {
    let container = try unkeyedContainer()
    guard let found = container.count, !(required...count).contains(found) else { return container }
    let expected = SchemaPositions.expected(required...count)
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "Expected \(expected), found \(found).",
        underlyingError: UnknownTag(expected: expected)))
  }
}

extension RuleSink {
  /// Records that an element violates a rule.
  package func refuse(_ index: Int, of decoder: any Decoder, steps: [Int], _ requirement: String) {
    refuse(path: .element(index), of: decoder, steps: steps, requirement)
  }
}
