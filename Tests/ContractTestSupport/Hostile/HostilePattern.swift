/// The ways in which a server of a hostile run responds.
package enum HostilePattern: String, CaseIterable, Sendable {
  /// A correct response.
  case honest
  /// Closes, resets or falls silent somewhere.
  case brokenOff
  /// A status line of another version, or of none.
  case versions
  /// Field lines that begin with white space, the first included.
  case folds
  /// Bytes after the end of the response, in the same write.
  case surplus
  /// Interim responses: many, long, unsolicited, endless.
  case interims
  /// Chunks that break their rules.
  case chunks
  /// Lengths that contradict the content or each other, or are invalid.
  case lengths
  /// Content codings that are invalid or end too early.
  case codings
  /// Redirects to anywhere on this machine.
  case redirects
  /// Heads and contents that are too long.
  case floods
  /// Headers with a meaning for kept connections, in odd combinations.
  case connections
  /// Responses of other implementations' test suites.
  case corpus
  /// Any of the others with some bytes changed.
  case mutated
  /// Anything.
  case garbage
  /// Nothing, or half a head, and then nothing.
  case silence

  /// Its frequency relative to the others.
  var weight: Int {
    switch self {
    case .honest: 24
    case .mutated: 24
    case .corpus, .folds, .versions, .surplus: 8
    case .silence: 1
    default: 5
    }
  }
}
