/// What a hostile server does with one request: made from a seed and the number of the call alone, so that it can be made
/// again.
package struct HostileScript: Sendable, Equatable {
  /// How much of the request is read before the response goes.
  package enum Reading: Sendable { case head, whole }

  /// What happens after the last byte.
  package enum Ending: Sendable { case keep, close, reset, hang }

  /// What a client has to get of an honest response, if it gets one.
  package struct Honest: Sendable, Equatable {
    package let status: Int
    package let content: [UInt8]
  }

  /// Which request it is, and what may be used.
  package struct Context: Sendable {
    package var seed: UInt64
    package var isHead = false
    /// Responses to use as they are, or changed.
    package var corpus: [[UInt8]] = []
    package var without: Set<HostilePattern> = []
    /// Where redirects may lead.
    package var ports: [UInt16] = [80]

    package init(seed: UInt64) { self.seed = seed }
  }

  package let pattern: HostilePattern
  package internal(set) var reading = Reading.whole
  /// Whether `100 (Continue)` is sent to a request that waits for it.
  package internal(set) var continues = true
  /// What is sent, one write for each. A response whose end the client may see elsewhere than the server goes in one write:
  /// what came later would be, for all that a client can know, the response to its next request.
  package internal(set) var pieces: [[UInt8]]
  package internal(set) var ending: Ending
  /// nil for whatever is not honest.
  package internal(set) var honest: Honest?

  /// - Parameters:
  ///   - id: the number of the call.
  ///   - hop: how many redirects it has followed.
  package init(_ id: Int, hop: Int = 0, _ context: Context) {
    var maker = HostileMaker(id, hop: hop, context)
    self = maker.script()
  }

  init(_ pattern: HostilePattern, _ bytes: [UInt8], _ ending: Ending) {
    self.pattern = pattern
    self.ending = ending
    pieces = bytes.isEmpty ? [] : [bytes]
  }
}
