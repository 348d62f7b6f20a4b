internal import ContractHTTP

/// Where types with rules report values that break them while something reads those values through `Codable`: a form, a
/// coder of one's own, a type without a compiled reader.
///
/// It is there only while a server reads a request, so clients and programs of their own check nothing.
package final class RuleSink: Sendable {
  /// The sink of the values that are being read; nil where rules are not checked.
  @TaskLocal package static var current: RuleSink?

  private struct Violation {
    let path: [any CodingKey]
    let requirement: String
  }

  private let keys: KeyMapping
  private let found = Lock<[Violation]>([])

  private init(_ keys: KeyMapping) {
    self.keys = keys
  }

  /// Reads a value, or adds everything that is wrong with it to a list, broken rules included.
  ///
  /// - Parameters:
  ///   - keys: How the coding keys of types are spelled.
  package static func read<T>(
    _ keys: KeyMapping, failures: inout [CodingFailure], _ read: (inout [CodingFailure]) -> T?
  ) -> T? {
    let sink = RuleSink(keys)
    let value = $current.withValue(sink) { read(&failures) }
    let found = sink.found.withLock { $0 }
    guard !found.isEmpty else { return value }
    for violation in found {
      let pointer = JSONPath.pointer(violation.path)
      let failure = CodingFailure(pointer: pointer, brokenRule: violation.requirement)
      // The same value may be read twice: to read it, and to find out what is wrong beside it.
      if failures.count < FailureCollector.maxFailures, !failures.contains(failure) { failures.append(failure) }
    }
    return nil
  }

  /// Records that a member breaks a rule.
  ///
  /// - Parameters:
  ///   - decoder: What the member's object is read from.
  ///   - steps: The indices that lead to the place inside the member's value.
  package func refuse(
    _ key: any CodingKey, of decoder: any Decoder, steps: [Int], _ requirement: String
  ) {
    // Where failures are collected, values may stand in for those that are missing.
    guard !(decoder is CollectingDecoder), !(decoder is PlaceholderDecoder) else { return }
    // Steps that lead to the whole value that is being read are no part of a failure's pointer.
    let depth = (decoder as? JSONValueDecoder)?.context.depth ?? 0
    let path =
      Array(decoder.codingPath.dropFirst(depth)) + [JSONPath.name(keys.encoded(key.stringValue))]
      + steps.map(JSONPath.element)
    found.withLock { found in
      if found.count < FailureCollector.maxFailures * 2 {
        found.append(Violation(path: path, requirement: requirement))
      }
    }
  }
}
