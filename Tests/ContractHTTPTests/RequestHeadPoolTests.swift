import Testing

@testable import ContractHTTP

@Suite("Heads that are used again")
struct RequestHeadPoolTests {
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

  @Test("come back without anything of what they said")
  func emptied() {
    let pool = RequestHeadPool()
    var head = pool.take()
    fill(head, "/first", fields: ["accept", "x-one"])
    let first = ObjectIdentifier(head)
    pool.give(consume head)
    head = pool.take()
    #expect(ObjectIdentifier(head) == first)
    #expect(head.bytes.isEmpty && head.fieldLines.isEmpty)
    #expect(!head.mayHaveField(6, "a") && head.bytes(of: .accept) == nil)
    fill(head, "/second")
    #expect(head.path == "/second")
  }

  @Test("do not come back while somebody holds them")
  func held() {
    let pool = RequestHeadPool()
    let head = pool.take()
    fill(head, "/kept")
    pool.give(head)
    #expect(pool.take() !== head)
    #expect(head.path == "/kept")
  }

  @Test("do not come back when they keep too much, and not without number")
  func bounded() {
    let pool = RequestHeadPool()
    let large = pool.take()
    fill(large, "/" + String(repeating: "a", count: 8192))
    let identity = ObjectIdentifier(large)
    pool.give(consume large)
    let next = pool.take()
    #expect(ObjectIdentifier(next) != identity || next.bytes.capacity < 8192)
    // More than are kept; those that were kept have their memory still.
    var heads = (0..<200).map { _ in pool.take() }
    for head in heads { fill(head, "/some") }
    while let head = heads.popLast() { pool.give(consume head) }
    let again = (0..<200).map { _ in pool.take() }
    #expect(again.count { $0.bytes.capacity > 0 } == 64)
  }

  @Test("answer questions for names that have a line, and for those that share a mark with one")
  func marks() {
    let head = RequestHead()
    let names = (0..<40).map { "x-field-\($0)" } + ["host", "Content-Type", "a"]
    fill(head, "/", fields: names)
    for name in names { #expect(head.text(of: HTTPFieldName(unchecked: name)) == name) }
    for name in ["x-field-40", "hosts", "b", "accept"] { #expect(head.text(of: HTTPFieldName(unchecked: name)) == nil) }
  }
}
