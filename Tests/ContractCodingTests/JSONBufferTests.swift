import Testing

@testable import ContractCoding

@Suite("Buffers of JSON encoders")
struct JSONBufferTests {
  /// Opens all its lists before it fills them.
  private struct Lists: Encodable {
    let lengths: [Int]

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.unkeyedContainer()
      var lists: [any UnkeyedEncodingContainer] = []
      for _ in lengths { lists.append(outer.nestedUnkeyedContainer()) }
      for (index, length) in lengths.enumerated() {
        for _ in 0..<length { try lists[index].encode(7) }
      }
    }
  }

  @Test("A nested container begins with a small buffer")
  func nested() {
    let state = JSONEncodeState(options: JSONOptions(), names: nil, userInfo: [:])
    #expect(state.nest().buffer.capacity == 64)
    #expect(state.buffer.capacity >= 4096)
  }

  @Test("A thread does not keep a small buffer for its next text")
  func kept() {
    // The buffer that the thread has kept so far.
    let first = JSONBuffer()
    let small = JSONBuffer(capacity: 64)
    small.deallocate()
    let second = JSONBuffer()
    #expect(second.capacity >= 4096)
    second.deallocate()
    first.deallocate()
  }

  @Test(
    "The text of a nested container may exceed its first buffer", arguments: [[0, 31, 32, 33], [1000, 0, 100_000]])
  func growth(lengths: [Int]) throws {
    let lists = lengths.map { "[" + Array(repeating: "7", count: $0).joined(separator: ",") + "]" }
    let expected = "[" + lists.joined(separator: ",") + "]"
    #expect(String(decoding: try JSONWriter.bytes(of: Lists(lengths: lengths)), as: UTF8.self) == expected)
  }
}
