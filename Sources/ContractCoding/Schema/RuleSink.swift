internal import ContractHTTP

/// A collector of rule violations in values decoded through `Codable`: in forms, by other coders, and in types without
/// a compiled reader.
///
/// It exists only while a server reads a request, so clients and other programs do not check rules.
package final class RuleSink: Sendable {
  /// The sink for the values being decoded; nil where rules are not checked.
  @TaskLocal package static var current: RuleSink?

  private struct Violation {
    let path: [any CodingKey]
    let requirement: String
  }

  private let keys: KeyMapping
  private let found = Lock<[Violation]>([])
  private let patternSteps: Lock<Int>

  private init(_ keys: KeyMapping, patternSteps: Int) {
    self.keys = keys
    self.patternSteps = Lock(patternSteps)
  }

  /// Decodes a value, or appends all its errors to `failures`, including violations of rules.
  ///
  /// - Parameters:
  ///   - keys: the mapping of coding keys.
  package static func read<T>(
    _ keys: KeyMapping, failures: inout [CodingFailure], _ read: (inout [CodingFailure]) -> T?
  ) -> T? {
    var patternSteps = 0
    return Self.read(keys, failures: &failures, patternSteps: &patternSteps, read)
  }

  /// Decodes a value that is a part of an input, or appends all its errors to `failures`, including violations of rules.
  ///
  /// - Parameters:
  ///   - keys: the mapping of coding keys.
  ///   - patternSteps: the costly steps of patterns for the parts of the input before this one, to which its own are added.
  static func read<T>(
    _ keys: KeyMapping, failures: inout [CodingFailure], patternSteps: inout Int,
    _ read: (inout [CodingFailure]) -> T?
  ) -> T? {
    let sink = RuleSink(keys, patternSteps: patternSteps)
    let value = $current.withValue(sink) { read(&failures) }
    patternSteps = sink.patternSteps.withLock { $0 }
    let found = sink.found.withLock { $0 }
    guard !found.isEmpty else { return value }
    for violation in found {
      let pointer = JSONPath.pointer(violation.path)
      let failure = CodingFailure(pointer: pointer, brokenRule: violation.requirement)
      // A failure may be found twice: a value is decoded directly, and again to find its other failures.
      if failures.count < FailureCollector.maxFailures, !failures.contains(failure) { failures.append(failure) }
    }
    return nil
  }

  /// Calls a check with the number of costly pattern steps so far, and stores the number that the check sets.
  package func counting<Result>(_ check: (inout Int) -> Result) -> Result {
    var steps = patternSteps.withLock { $0 }
    defer { patternSteps.withLock { $0 = steps } }
    return check(&steps)
  }

  /// Records that a member violates a rule.
  ///
  /// - Parameters:
  ///   - decoder: the decoder of the member's object.
  ///   - steps: the array indices that lead to the invalid part of the member's value.
  package func refuse(
    _ key: any CodingKey, of decoder: any Decoder, steps: [Int], _ requirement: String
  ) {
    // The unmapped name is checked too, because a client may have sent the member under it.
    if Self.isPlaceholder(.name(key.stringValue), of: decoder) { return }
    refuse(path: .name(keys.encoded(key.stringValue)), of: decoder, steps: steps, requirement)
  }

  /// Records that a member or element violates a rule.
  func refuse(path step: JSONPath, of decoder: any Decoder, steps: [Int], _ requirement: String) {
    if Self.isPlaceholder(step, of: decoder) { return }
    // The path to the outermost value being decoded is not part of the pointer.
    let depth = (decoder as? JSONValueDecoder)?.context.depth ?? 0
    let path =
      Array(decoder.codingPath.dropFirst(depth)) + [step] + steps.map(JSONPath.element)
    found.withLock { found in
      if found.count < FailureCollector.maxFailures * 2 {
        found.append(Violation(path: path, requirement: requirement))
      }
    }
  }

  /// Returns true if the value of a member or element may be a placeholder, because failures are being collected.
  private static func isPlaceholder(_ step: JSONPath, of decoder: any Decoder) -> Bool {
    if decoder is PlaceholderDecoder { return true }
    guard let decoder = decoder as? CollectingDecoder else { return false }
    return decoder.collector.isPlaceholder(step, of: decoder.index)
  }
}
