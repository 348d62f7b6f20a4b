internal import ContractHTTP

/// The fields of a connection's request, for the next one that has the same.
///
/// Most clients send the same lines with each request of a kind. Lines that are the same byte for byte come out the same,
/// so they are compared and not read again, which is a third of the work for a small request of a browser.
struct RepeatedFields {
  /// Fields of more bytes or lines are read each time, so that connections at rest do not hold much.
  private static let (maxBytes, maxLines) = (1024, 32)

  /// The lines as received, and the empty one behind them.
  private var bytes: [UInt8] = []
  /// Their places, counted from the beginning of their own head, in which they began at `start`.
  private var lines = RequestHead.FieldLines()
  private var start = 0
  /// What they say; the minor version is that of whoever has them.
  private var facts = ConnectionFields()

  /// Where a head ends whose fields begin at `place`; nil when they differ or are not all there.
  @inline(__always)
  func end(in input: Span<UInt8>, from place: Int) -> Int? {
    let end = place &+ bytes.count
    guard !bytes.isEmpty, end <= input.count, bytes.span.isEqual(to: input.extracting(place..<end)) else { return nil }
    return end
  }

  /// Gives the lines to a head in which they begin at `place`.
  ///
  /// - Returns: what they say.
  @inline(__always)
  func take(_ lines: inout RequestHead.FieldLines, at place: Int) -> ConnectionFields {
    lines.copy(self.lines, movedBy: place - start)
    return facts
  }

  /// Remembers the fields of a head that has been read in full.
  mutating func note(
    _ input: Span<UInt8>, _ place: Range<Int>, _ lines: RequestHead.FieldLines, _ facts: ConnectionFields
  ) {
    bytes.removeAll(keepingCapacity: true)
    guard place.count <= Self.maxBytes, lines.count <= Self.maxLines else { return }
    bytes.append(input, in: place)
    self.lines.copy(lines, movedBy: 0)
    start = place.lowerBound
    self.facts = facts
  }
}
