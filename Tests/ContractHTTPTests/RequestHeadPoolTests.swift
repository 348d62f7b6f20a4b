import Testing

@testable import ContractHTTP

@Suite("Memory of heads")
struct RequestHeadPoolTests {
  /// Runs `body` on a thread whose heads give their memory to a pool.
  private func withPool(_ body: (RequestHeadPool) -> Void) {
    let pool = RequestHeadPool()
    pool.serveThread()
    defer { pool.leave() }
    body(pool)
  }

  private func fill(_ head: RequestHead, _ text: String, fields: [String] = []) {
    var bytes = Array(text.utf8)
    for name in fields {
      let start = bytes.count
      bytes += name.utf8
      let place = RequestHead.ByteRange(start..<bytes.count)
      head.append(RequestHead.FieldLine(name: place, value: place), in: bytes.span)
    }
    head.fill(
      bytes.span, method: .get, targetForm: .origin, pathRange: .init(0..<text.utf8.count), queryRange: nil,
      authorityRange: nil, minorVersion: 1)
  }

  private func address(_ head: RequestHead) -> UnsafeRawPointer? {
    head.bytes.withUnsafeBufferPointer { $0.baseAddress.map { UnsafeRawPointer($0) } }
  }

  @Test("is used again, without anything of what was in it")
  func usedAgain() {
    withPool { pool in
      var head = RequestHead(pool)
      fill(head, "/first", fields: ["accept", "x-one"])
      let first = address(head)
      head = RequestHead()
      head = RequestHead(pool)
      #expect(head.bytes.isEmpty && head.fieldLines.isEmpty)
      #expect(!head.mayHaveField(6, "a") && head.bytes(of: .accept) == nil)
      fill(head, "/other")
      #expect(address(head) == first)
      #expect(head.path == "/other")
    }
  }

  @Test("stays with bytes that somebody holds beyond the head")
  func heldBytes() {
    withPool { pool in
      var head = RequestHead(pool)
      fill(head, "/kept")
      let bytes = head.pathBytes
      head = RequestHead()
      head = RequestHead(pool)
      fill(head, "/other")
      #expect(String(decoding: bytes, as: UTF8.self) == "/kept")
    }
  }

  @Test("of heads that are gone shows nothing to weak references")
  func weakReferences() {
    withPool { pool in
      var head: RequestHead? = RequestHead(pool)
      weak let first = head
      head = nil
      head = RequestHead(pool)
      #expect(first == nil)
      withExtendedLifetime(head) {}
    }
  }

  @Test("is let go when it is much, and kept for so many heads")
  func bounded() {
    withPool { pool in
      var head: RequestHead? = RequestHead(pool)
      fill(head!, "/" + String(repeating: "a", count: 8192))
      head = nil
      #expect(pool.take().bytes.capacity == 0)
      var heads = (0..<200).map { _ in RequestHead(pool) }
      for head in heads { fill(head, "/some") }
      heads = []
      #expect((0..<200).count { _ in pool.take().bytes.capacity > 0 } == 64)
    }
  }

  @Test("goes nowhere on a thread without a pool")
  func otherThread() {
    let pool = RequestHeadPool()
    var head: RequestHead? = RequestHead(pool)
    fill(head!, "/some")
    head = nil
    #expect(pool.take().bytes.capacity == 0)
  }

  @Test("answers questions for names that have a line, and for those that share a mark with one")
  func marks() {
    let head = RequestHead()
    let names = (0..<40).map { "x-field-\($0)" } + ["host", "Content-Type", "a"]
    fill(head, "/", fields: names)
    for name in names { #expect(head.text(of: HTTPFieldName(unchecked: name)) == name) }
    for name in ["x-field-40", "hosts", "b", "accept"] { #expect(head.text(of: HTTPFieldName(unchecked: name)) == nil) }
  }
}
