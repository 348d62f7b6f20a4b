/// The behavior of a hostile server for one request, determined only by a seed and the number of the call, so that it
/// is reproducible.
package struct HostileScript: Sendable, Equatable {
  /// The part of the request that is read before the response is sent.
  package enum Reading: Sendable { case head, whole }

  /// The behavior after the last byte.
  package enum Ending: Sendable { case keep, close, reset, hang }

  /// The expected result of an honest response, if there is one.
  package struct Honest: Sendable, Equatable {
    package let status: Int
    package let content: [UInt8]
  }

  /// The request, and the allowed patterns.
  package struct Context: Sendable {
    package var seed: UInt64
    package var isHead = false
    /// Responses to use unchanged or modified.
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
  /// The bytes to send, one write each. A response whose end the client may see at another offset than the server is
  /// sent in one write: to the client, later bytes would be the response to its next request.
  package internal(set) var pieces: [[UInt8]]
  package internal(set) var ending: Ending
  /// The expected result of an honest response; nil for any other.
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
