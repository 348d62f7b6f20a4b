import ContractHTTP1
import ContractTestSupport
import Testing

@Suite("Requests as bytes", .ownThreads)
struct SplitTests {
  @Test("Each raw request results in the expected requests, refusals and closes", arguments: RequestRow.all)
  func rows(_ row: RequestRow) {
    let transcript = Transcript(bytes(row.input))
    #expect(transcript.summary == row.expected, "\(transcript)")
  }

  @Test("A request has the same result wherever it is split in two", arguments: RequestRow.all)
  func everyCut(_ row: RequestRow) {
    let input = bytes(row.input)
    let whole = Transcript(input)
    // Long rows are split at their ends and near their limits; all offsets in between are equivalent.
    let places = input.count <= 2000 ? Array(1..<max(1, input.count)) : longCuts(input.count)
    for cut in places {
      let parts = Transcript(input, cuts: [cut])
      #expect(parts == whole, "cut at \(cut)")
    }
  }

  @Test("A request that arrives byte by byte has the same result", arguments: RequestRow.all)
  func byteByByte(_ row: RequestRow) {
    let input = bytes(row.input)
    #expect(Transcript(input, cuts: Array(1..<max(1, input.count))) == Transcript(input))
  }

  @Test("A request split at random offsets has the same result", arguments: RequestRow.all)
  func randomCuts(_ row: RequestRow) {
    let input = bytes(row.input)
    guard input.count > 3 else { return }
    let whole = Transcript(input)
    for _ in 0..<20 {
      let cuts = (0..<Int.random(in: 2...6)).map { _ in Int.random(in: 1..<input.count) }.sorted()
      #expect(Transcript(input, cuts: cuts) == whole, "cut at \(cuts)")
    }
  }

  @Test("A damaged request has the same result whole and byte by byte", arguments: 0..<20)
  func damaged(_ seed: UInt64) {
    var random = Randomness.Generator(seed: seed)
    let rows = RequestRow.all.filter { $0.input.utf8.count < 300 }
    let pieces = ["\r", "\n", "\r\n", "\0", ":", " ", "\t", "\u{FF}", ";", ",", "0", "f"].map(bytes)
    for _ in 0..<100 {
      var input = bytes(rows.randomElement(using: &random)?.input ?? "")
      for _ in 0..<Int.random(in: 1...5, using: &random) where !input.isEmpty {
        let place = Int.random(in: 0..<input.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: input[place] = UInt8.random(in: 0...255, using: &random)
        case 1: input.removeSubrange(place..<min(input.count, place + Int.random(in: 1...8, using: &random)))
        default: input.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
        }
      }
      let cuts = input.count < 2 ? [] : Array(1..<input.count)
      #expect(Transcript(input, cuts: cuts, ends: true) == Transcript(input, ends: true), "\(text(input))")
    }
  }

  private func longCuts(_ count: Int) -> [Int] {
    let limits = [1024, 2048, 4096, 8192, 16_384]
    let around = limits.flatMap { ($0 - 70)...($0 + 70) }
    return (Array(1...80) + around + Array((count - 40)..<count)).filter { $0 > 0 && $0 < count }
  }
}
