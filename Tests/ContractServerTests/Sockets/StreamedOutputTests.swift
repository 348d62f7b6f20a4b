import ContractHTTP
import ContractHTTP1
import ContractLoop
import Testing

@testable import ContractSockets

@Suite("Short chunks of a stream")
struct StreamedOutputTests {
  private static let gap = EngineSettings.maxBurstGap

  private struct Row: CustomTestStringConvertible {
    let testDescription: String
    /// The times of the chunks in nanoseconds, and their sizes.
    let chunks: [(time: Int64, size: Int)]
    /// Whether each chunk waits for others.
    let gathered: [Bool]
  }

  private static let rows = [
    Row(testDescription: "the first chunk is sent immediately", chunks: [(gap, 10)], gathered: [false]),
    Row(
      testDescription: "chunks that follow directly are gathered", chunks: [(gap, 10), (gap + 1, 10), (2 * gap, 10)],
      gathered: [false, true, true]),
    Row(
      testDescription: "a chunk after a pause is sent immediately",
      chunks: [(gap, 10), (2 * gap, 10), (2 * gap + 1, 10)],
      gathered: [false, false, true]),
    Row(
      testDescription: "a long chunk is sent immediately", chunks: [(gap, 10), (gap, EngineSettings.maxGatheredBytes)],
      gathered: [false, false]),
    Row(
      testDescription: "a chunk that would exceed the maximum is sent with the gathered ones",
      chunks: [(gap, 10), (gap, EngineSettings.maxGatheredBytes - 10), (gap, 10), (gap, 10)],
      gathered: [false, true, false, true]),
  ]

  @Test("Short chunks are gathered while they follow each other directly", arguments: rows)
  private func gathers(row: Row) {
    let output = StreamedOutput(.none)
    var sent: [UInt8] = []
    for (number, chunk) in row.chunks.enumerated() {
      let bytes = [UInt8](repeating: UInt8(number), count: chunk.size)
      let isGathered = output.gather(bytes, at: LoopInstant(nanoseconds: chunk.time))
      #expect(isGathered == row.gathered[number], "chunk \(number)")
      if !isGathered { output.write(bytes, to: &sent) }
    }
    output.scheduledFlush(to: &sent)
    let all = row.chunks.enumerated().flatMap { [UInt8](repeating: UInt8($0), count: $1.size) }
    #expect(sent == all, "all chunks leave in their order")
  }

  @Test("A flush is not scheduled again until it has happened")
  func schedule() {
    let output = StreamedOutput(.chunked)
    var sent: [UInt8] = []
    #expect(output.needsFlush())
    #expect(!output.needsFlush())
    output.scheduledFlush(to: &sent)
    #expect(output.needsFlush())
    #expect(sent.isEmpty)
  }
}
