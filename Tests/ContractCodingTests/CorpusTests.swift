import ContractFuzzers
import FoundationEssentials
import Testing

@Suite("Corpora")
struct CorpusTests {
  @Test("Every corpus input passes its fuzzer", arguments: Fuzzer.all.map(\.name))
  func replay(name: String) throws {
    let fuzzer = try #require(Fuzzer.all.first { $0.name == name })
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Corpora/\(name)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!files.isEmpty)
    for file in files {
      let complaint = fuzzer.check(Array(try Data(contentsOf: folder.appending(path: file))))
      #expect(complaint == nil, "\(file)")
    }
  }
}
