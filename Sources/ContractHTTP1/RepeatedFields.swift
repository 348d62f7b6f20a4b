internal import ContractHTTP

/// The fields of a connection's request, for the next one that has the same.
///
/// Most clients send the same lines with each request of a kind. Lines that are the same byte for byte come out the same,
/// so they are compared and not read again, which is more than a third of the work for a small request of a browser.
struct RepeatedFields {
  /// Fields of more bytes or lines are read each time, so that connections at rest do not hold much.
  private static let (maxBytes, maxLines) = (1024, 32)
  /// A client that has sent so many others in a row has fields that always differ, such as an id of each request.
  private static let maxMisses: UInt8 = 8

  /// The lines as received, and the empty one behind them.
  private var bytes: [UInt8] = []
  /// Their places, counted from the beginning of their own head, in which they began at `start`.
  private var lines = RequestHead.FieldLines()
  private var start = 0
  /// What they say; the minor version is that of whoever has them.
  private var facts = ConnectionFields()
  /// Heads in a row whose fields were not those before.
  private var misses: UInt8 = 0

  /// Where a head ends whose fields begin at `place`; nil when they differ or are not all there.
  ///
  /// How long it takes does not say where they differ: a proxy may have sent the request before for somebody else, whose
  /// credentials are among its fields.
  @inline(__always)
  func end(in input: Span<UInt8>, from place: Int) -> Int? {
    let end = place &+ bytes.count
    guard !bytes.isEmpty, end <= input.count else { return nil }
    let (own, other) = (bytes.span, input.extracting(place..<end))
    var difference: UInt64 = 0
    var index = 0
    while own.count &- index >= 8 {
      difference |= own.eight(at: index) ^ other.eight(at: index)
      index &+= 8
    }
    while index < own.count {
      // SAFETY: the index is less than the count of both.
      difference |= UInt64(own[unchecked: index] ^ other[unchecked: index])
      index &+= 1
    }
    return difference == 0 ? end : nil
  }

  /// Gives the lines to a head in which they begin at `place`.
  ///
  /// - Returns: what they say.
  @inline(__always)
  mutating func take(_ lines: inout RequestHead.FieldLines, at place: Int) -> ConnectionFields {
    lines.copy(self.lines, movedBy: place - start)
    misses = 0
    return facts
  }

  /// Remembers the fields of a head that has been read in full, unless they always differ.
  mutating func note(
    _ input: Span<UInt8>, _ place: Range<Int>, _ lines: RequestHead.FieldLines, _ facts: ConnectionFields
  ) {
    if misses > Self.maxMisses { return }
    misses += 1
    if misses > Self.maxMisses {
      bytes = []
      self.lines = RequestHead.FieldLines()
      return
    }
    bytes.removeAll(keepingCapacity: true)
    guard place.count <= Self.maxBytes, lines.count <= Self.maxLines else { return }
    bytes.append(input, in: place)
    self.lines.copy(lines, movedBy: 0)
    start = place.lowerBound
    self.facts = facts
  }
}
