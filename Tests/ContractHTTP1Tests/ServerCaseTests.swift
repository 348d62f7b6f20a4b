import ContractCoding
import FoundationEssentials
import Testing

/// Raw requests from tests of other projects, and the corpus of the fuzzer, split in two at every offset.
///
/// The former are not part of the repository. They are in a folder next to it, or in the one that `CONFORMANCE` names, as for
/// `Scripts/check-conformance`, which sends them to a server. Without them, the rows of `SplitTests` and the corpus cover the
/// same rules.
@Suite("Raw requests", .timeLimit(.minutes(5)))
struct ServerCaseTests {
  private struct File: Decodable { var cases: [Case] }

  private struct Case: Decodable {
    struct Step: Decodable { var send: Data? }

    var id: String
    /// The input: as a whole, as a compressed whole, or in steps.
    var whole, packed: Data?
    var steps: [Step]?

    enum CodingKeys: String, CodingKey {
      case id, steps
      case whole = "request_base64"
      case packed = "request_zlib_base64"
    }

    func input() throws -> [UInt8] {
      if let packed { return try Inflater.inflate(Array(packed), .deflate, maxOutputBytes: 1 << 20) }
      return whole.map { Array($0) } ?? steps?.flatMap { Array($0.send ?? Data()) } ?? []
    }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
  private static let cases = URL(
    filePath: ProcessInfo.processInfo.environment["CONFORMANCE"] ?? "../shared/conformance", relativeTo: root
  ).appending(path: "server_cases.json")

  @Test(
    "External test cases have the same result whole, byte by byte, and split in two at every offset",
    .enabled(if: FileManager.default.fileExists(atPath: cases.path), "the cases are not part of the repository"))
  func others() throws {
    let rows = try JSONDecoder().decode(File.self, from: Data(contentsOf: Self.cases)).cases
    #expect(rows.count > 400)
    for row in rows { check(try row.input(), row.id) }
  }

  @Test("Each input of the fuzzer's corpus has the same result whole, byte by byte, and split in two at every offset")
  func corpus() throws {
    let folder = Self.root.appending(path: "Tests/Corpora/request")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for name in names { check(Array(try Data(contentsOf: folder.appending(path: name))), name) }
  }

  private func check(_ input: [UInt8], _ name: String) {
    #expect(!input.isEmpty, "\(name)")
    let whole = Transcript(input, ends: true)
    // Parsing ends with the connection, so all offsets after the last parsed byte are equivalent, and only some of them are
    // tried.
    let places = Array(1..<max(1, min(input.count, whole.taken + 100)))
    let cuts = ([places] + places.map { [$0] }).first { Transcript(input, cuts: $0, ends: true) != whole }
    #expect(cuts == nil, "\(name) is not \(whole)")
  }
}
