import ContractHTTP1
import Testing

@Suite("Requests as bytes")
struct SplitTests {
  @Test("come out as the row says", arguments: RequestRow.all)
  func rows(_ row: RequestRow) {
    let transcript = Transcript(bytes(row.input))
    #expect(transcript.summary == row.expected, "\(transcript)")
  }

  @Test("come out the same wherever they are cut in two", arguments: RequestRow.all)
  func everyCut(_ row: RequestRow) {
    let input = bytes(row.input)
    let whole = Transcript(input)
    // Long rows are cut at their ends and near their limits; every place in between is alike.
    let places = input.count <= 2000 ? Array(1..<max(1, input.count)) : longCuts(input.count)
    for cut in places {
      let parts = Transcript(input, cuts: [cut])
      #expect(parts == whole, "cut at \(cut)")
    }
  }

  @Test("come out the same byte by byte", arguments: RequestRow.all)
  func byteByByte(_ row: RequestRow) {
    let input = bytes(row.input)
    #expect(Transcript(input, cuts: Array(1..<max(1, input.count))) == Transcript(input))
  }

  @Test("come out the same when cut at random", arguments: RequestRow.all)
  func randomCuts(_ row: RequestRow) {
    let input = bytes(row.input)
    guard input.count > 3 else { return }
    let whole = Transcript(input)
    for _ in 0..<20 {
      let cuts = (0..<Int.random(in: 2...6)).map { _ in Int.random(in: 1..<input.count) }.sorted()
      #expect(Transcript(input, cuts: cuts) == whole, "cut at \(cuts)")
    }
  }

  private func longCuts(_ count: Int) -> [Int] {
    let limits = [1024, 2048, 4096, 8192, 16_384]
    let around = limits.flatMap { ($0 - 70)...($0 + 70) }
    return (Array(1...80) + around + Array((count - 40)..<count)).filter { $0 > 0 && $0 < count }
  }
}
