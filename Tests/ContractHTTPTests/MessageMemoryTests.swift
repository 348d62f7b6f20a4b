import Testing

@testable import ContractHTTP

@Suite("Reuse of message memory")
struct MessageMemoryTests {
  /// Runs `body` on a thread that keeps the memory of its heads.
  private func withMemory(_ body: (MessageMemory) -> Void) {
    let memory = MessageMemory()
    memory.serveThread()
    defer { memory.leave() }
    body(memory)
  }

  /// A head with memory of `memory`, the path `text`, and fields whose values are their names.
  private func head(_ memory: MessageMemory, _ text: String, fields: [String] = []) -> RequestHead {
    var head = memory.takeHead()
    var bytes = Array(text.utf8)
    for name in fields {
      let start = bytes.count
      bytes += name.utf8
      let place = RequestHead.ByteRange(start..<bytes.count)
      head.lines.append(RequestHead.FieldLine(name: place, value: place), in: bytes.span)
    }
    return RequestHead(
      bytes.span,
      RequestHead.Line(
        methodCode: HTTPMethod.get.code, method: .init(0..<0), targetForm: .origin, minorVersion: 1,
        path: .init(0..<text.utf8.count), query: nil, authority: nil),
      consume head)
  }

  private func address(_ head: RequestHead) -> UnsafeRawPointer? {
    head.pathBytes.withUnsafeBufferPointer { $0.baseAddress.map { UnsafeRawPointer($0) } }
  }

  @Test("A head in reused memory contains nothing of the previous head")
  func usedAgain() {
    withMemory { memory in
      var head: RequestHead? = self.head(memory, "/first", fields: ["accept", "x-one"])
      let first = head.flatMap { address($0) }
      head = nil
      let other = self.head(memory, "/other")
      #expect(String(decoding: other.bytes, as: UTF8.self) == "/other" && other.fieldLines.isEmpty)
      #expect(!other.contains(.accept) && other.bytes(of: .accept) == nil && other.text(of: "X-One") == nil)
      #expect(address(other) == first)
      #expect(other.path == "/other")
    }
  }

  @Test("The memory of a released head is not reused while its bytes are still referenced")
  func heldBytes() {
    withMemory { memory in
      var head: RequestHead? = self.head(memory, "/kept")
      let bytes = head?.pathBytes ?? []
      head = nil
      head = self.head(memory, "/other")
      #expect(String(decoding: bytes, as: UTF8.self) == "/kept")
    }
  }

  @Test("A weak reference to a released head is nil")
  func weakReferences() {
    withMemory { memory in
      var head: RequestHead? = self.head(memory, "/")
      weak let first = head
      head = nil
      head = self.head(memory, "/")
      #expect(first == nil)
      withExtendedLifetime(head) {}
    }
  }

  @Test("The memory of a large head is freed, and that of at most 64 small heads is kept")
  func bounded() {
    withMemory { memory in
      _ = self.head(memory, "/" + String(repeating: "a", count: 8192))
      #expect(memory.takeHead().bytes.capacity == 0)
      withExtendedLifetime((0..<200).map { _ in self.head(memory, "/some") }) {}
      #expect((0..<200).count { _ in memory.takeHead().bytes.capacity > 0 } == 64)
    }
  }

  @Test("The memory of a small body is reused once, on its thread, and earlier holders keep their bytes")
  func bodies() {
    withMemory { memory in
      let held: [UInt8] = Array("earlier".utf8)
      memory.keepBody(held)
      var taken = MessageMemory.takeBody()
      #expect(taken.capacity >= 7)
      taken.removeAll(keepingCapacity: true)
      taken += Array("later".utf8)
      #expect(String(decoding: held, as: UTF8.self) == "earlier")
      #expect(MessageMemory.takeBody().capacity == 0)
      memory.keepBody([UInt8](repeating: 0, count: 1 << 15))
      #expect(MessageMemory.takeBody().capacity == 0)
      memory.keepBody(taken)
    }
    #expect(MessageMemory.takeBody().capacity == 0)
  }

  @Test("A thread that has not installed a message memory reuses no memory of heads")
  func otherThread() {
    let memory = MessageMemory()
    _ = self.head(memory, "/some")
    #expect(memory.takeHead().bytes.capacity == 0)
  }

  @Test("A head finds every header that it contains, and no other")
  func marks() {
    let names = (0..<40).map { "x-field-\($0)" } + ["host", "Content-Type", "a"]
    let head = self.head(MessageMemory(), "/", fields: names)
    for name in names { #expect(head.text(of: HTTPFieldName(unchecked: name)) == name) }
    for name in ["x-field-40", "hosts", "b", "accept"] { #expect(head.text(of: HTTPFieldName(unchecked: name)) == nil) }
  }

  private static let noted: [(RequestHead.NotedField, String)] = [
    (.host, "Host"), (.accept, "Accept"), (.expect, "Expect"), (.connection, "Connection"),
    (.contentType, "Content-Type"), (.contentLength, "Content-Length"), (.contentEncoding, "Content-Encoding"),
    (.transferEncoding, "Transfer-Encoding"),
  ]

  @Test(
    "A header of `NotedField` is found in any letter case and after up to 300 other lines",
    arguments: [0, 3, 253, 254, 300])
  func notedFields(others: Int) {
    #expect(Self.noted.map(\.0) == RequestHead.NotedField.allCases)
    let front = (0..<others).map { "x-\($0)" }
    for (field, name) in Self.noted {
      for spelling in [name, name.lowercased(), name.uppercased()] {
        let head = self.head(MessageMemory(), "/", fields: front + [spelling, name])
        #expect(head.contains(field) && head.has(Array(spelling.utf8), for: field), "\(spelling)")
        #expect(head.value(of: field).map { String(decoding: $0, as: UTF8.self) } == spelling)
        for (other, _) in Self.noted where other != field { #expect(!head.contains(other), "\(spelling): \(other)") }
      }
    }
  }

  @Test("A name that differs from a `NotedField` by one byte is not mistaken for any of them")
  func otherNames() {
    for (_, name) in Self.noted {
      for place in name.utf8.indices.map({ name.utf8.distance(from: name.startIndex, to: $0) }) {
        for byte in UInt8.min...UInt8.max
        where HTTPToken.contains(byte) && byte | 0x20 != Array(name.utf8)[place] | 0x20 {
          var other = Array(name.utf8)
          other[place] = byte
          let head = self.head(MessageMemory(), "/", fields: [String(decoding: other, as: UTF8.self)])
          for field in RequestHead.NotedField.allCases { #expect(!head.contains(field)) }
        }
      }
      for other in [name + "s", String(name.dropLast()), "x" + name] {
        let head = self.head(MessageMemory(), "/", fields: [other])
        for field in RequestHead.NotedField.allCases { #expect(!head.contains(field), "\(other)") }
      }
    }
  }
}
