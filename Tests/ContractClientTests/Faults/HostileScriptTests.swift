import ContractTestSupport
import Testing

@Suite("Scripts of a hostile server", .ownThreads)
struct HostileScriptTests {
  private static let responses: [[UInt8]] = [Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx".utf8)]

  private static func context(_ seed: UInt64, isHead: Bool = false) -> HostileScript.Context {
    var context = HostileScript.Context(seed: seed)
    (context.corpus, context.ports, context.isHead) = (responses, [1_024, 65_535], isHead)
    return context
  }

  @Test("A script depends only on its seed, call and redirect")
  func deterministic() {
    let seeds: [UInt64] = [0, 1, .max]
    for seed in seeds {
      let scripts = (0..<100).map { HostileScript($0, Self.context(seed)) }
      #expect(scripts == (0..<100).map { HostileScript($0, Self.context(seed)) })
      #expect(scripts != (0..<100).map { HostileScript($0, hop: 1, Self.context(seed)) })
      #expect(scripts != (0..<100).map { HostileScript($0, Self.context(seed &+ 1)) })
      #expect(scripts != (1..<101).map { HostileScript($0, Self.context(seed)) })
    }
    // The numbers must not change, so that the seeds in earlier reports stay valid.
    var random = Randomness.Generator(of: 1, 2, seed: 3)
    #expect(random.next() == 0x6588_7168_AC4F_7E7B)
  }

  @Test("Every kind of script occurs except the excluded ones")
  func kinds() {
    let scripts = (0..<1_500).map { HostileScript($0, Self.context(7)) }
    #expect(Set(scripts.map(\.pattern)) == Set(HostilePattern.allCases))
    #expect(Set(scripts.map(\.ending)) == [.keep, .close, .reset, .hang])
    #expect(Set(scripts.map(\.reading)) == [.head, .whole])
    var context = Self.context(7)
    context.without = Set(HostilePattern.allCases).subtracting([.honest, .folds])
    #expect(Set((0..<100).map { HostileScript($0, context).pattern }) == [.honest, .folds])
  }

  @Test("A redirect chain ends with an honest response")
  func redirects() {
    #expect((0..<100).allSatisfy { HostileScript($0, hop: 4, Self.context(7)).pattern == .honest })
  }

  @Test("A script contains only the mark of its call, and no mark in response to HEAD")
  func marks() {
    for id in 0..<1_000 {
      let script = HostileScript(id, Self.context(9))
      #expect(HostileMark.ids(in: Array(script.pieces.joined()), seed: 9).allSatisfy { $0 == id })
      guard let honest = script.honest else { continue }
      let isEmpty = honest.status == 204 || honest.status == 304
      #expect(HostileMark.ids(in: honest.content, seed: 9) == (isEmpty ? [] : [id]))
      let head = HostileScript(id, Self.context(9, isHead: true))
      #expect(head.honest?.status == honest.status && head.honest?.content == [])
    }
  }

  @Test("Frames depend only on their seed, call and stream, and every kind occurs")
  func frames() {
    func frames(_ id: Int, seed: UInt64 = 7, isHead: Bool = false) -> HostileFrames {
      HostileFrames(id, stream: 1, seed: seed, isHead: isHead)
    }
    let all = (0..<1_000).map { frames($0) }
    #expect(all.map(\.pieces) == (0..<1_000).map { frames($0).pieces })
    #expect(all.map(\.pieces) != (0..<1_000).map { frames($0, seed: 8).pieces })
    #expect(Set(all.map(\.pattern)) == Set(HostileFrames.Pattern.allCases))
    #expect(Set(all.map(\.ending)) == [.keep, .close, .reset])
    for (id, script) in all.enumerated() {
      #expect(HostileMark.ids(in: Array(script.pieces.joined()), seed: 7).allSatisfy { $0 == id })
      guard let honest = script.honest else { continue }
      #expect(HostileMark.ids(in: honest.content, seed: 7) == [id])
      #expect(frames(id, isHead: true).honest?.content == [])
    }
  }

  @Test("The number of a call is found in a header block")
  func numbers() {
    let path = HostileFrames.path(4711)
    #expect(HostileFrames.id(in: [0x82, 0x04, UInt8(path.utf8.count)] + Array(path.utf8) + [0x86]) == 4711)
    #expect(HostileFrames.id(in: [0x82, 0x86]) == nil)
    #expect(HostileFrames.id(in: Array(path.utf8.dropLast(4))) == nil)
  }

  @Test(
    "A mark is found anywhere in a string, and nothing else is mistaken for one",
    arguments: [
      ("\(HostileMark.text(5, seed: 1))", [5]), ("<<\(HostileMark.text(5, seed: 1))>", [5]),
      ("x\(HostileMark.text(5, seed: 1))y\(HostileMark.text(1 << 40, seed: 1))", [5, 1 << 40]),
      ("\(HostileMark.text(5, seed: 2))", []), ("\(HostileMark.text(5, seed: 1).dropLast())", []), ("", []), ("<", []),
      ("<:>", []), ("<5:>", []), ("<5:0>", []), ("<-5:ffffffffffffffff>", []), ("<99999999999999999999:1>", []),
    ])
  func findsMarks(row: (text: String, ids: [Int])) {
    #expect(HostileMark.ids(in: Array(row.text.utf8), seed: 1) == row.ids)
  }
}
