import ContractCoding
import FoundationEssentials
import Testing

@testable import Contract

/// Messages that depend on where and how a value was sent.
@Suite("Texts of input failures")
struct FailureTextTests {
  private enum Sort: String, Codable, CaseIterable { case newest, oldest }
  private struct Filter: Codable {
    var pageSize: Int
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var target = "/"
    var body = ""
    var content = RequestContent.json
    var type: HTTPFieldValue = "application/json"
    var wire = Contract.Wire()
    let read: @Sendable (inout RequestDecoder) -> Void
    let failure: String
    var testDescription: String { failure }
  }

  private static let form: HTTPFieldValue = "application/x-www-form-urlencoded"

  static let rows: [Row] = [
    Row(
      target: "/?sort=newest&sort=oldest", read: { _ = $0.value(.query, "sort", as: Sort.self) },
      failure: #"sort repeated query value `sort` occurs more than once; send one of "newest", "oldest""#),
    Row(
      body: "i=1&i=2", content: .urlForm, type: form, read: { _ = $0.field("i", as: Int.self) },
      failure: "/i repeated body value `i` occurs more than once; send one `Int`"),
    Row(
      body: "i=%ff", content: .urlForm, type: form, read: { _ = $0.field("i", as: Int.self) },
      failure: "/i syntax body value `i` is not percent-encoded UTF-8"),
    Row(
      body: "d=%zz", content: .urlForm, type: form, read: { _ = $0.field("d", as: Date.self) },
      failure: "/d syntax body value `d` is not percent-encoded UTF-8"),
    Row(
      target: "/?f%5BpageSize%5D=%ff", read: { _ = $0.value(.query, "f", as: Filter.self) },
      failure: "f[pageSize] syntax query value `f[pageSize]` is not percent-encoded UTF-8"),
    Row(
      target: "/?f%5BpageSize%5D=x", read: { _ = $0.value(.query, "f", as: Filter.self) },
      failure: "f[pageSize] type `f[pageSize]` was `x`. It must be an `Int`."),
    Row(
      target: "/?f.pageSize=x", wire: Contract.Wire { $0.form.nesting = .dots },
      read: { _ = $0.value(.query, "f", as: Filter.self) },
      failure: "f.pageSize type `f.pageSize` was `x`. It must be an `Int`."),
    Row(
      target: "/?%ff=1", read: { _ = $0.dictionary(.query, "rest", as: [String: String].self) },
      failure: "%ff syntax query name `%ff` is not percent-encoded UTF-8"),
    Row(
      target: "/?a=%ff", read: { _ = $0.dictionary(.query, "rest", as: [String: String].self) },
      failure: "a type `a` was `%ff`. It must be percent-encoded UTF-8."),
  ]

  @Test("A failure names the fault, the value as it was sent, and a remedy", arguments: rows)
  func texts(row: Row) async throws {
    #expect(try await Self.failures(row, Array(row.body.utf8)) == [row.failure])
  }

  @Test(
    "A type name follows an article and is quoted, even if it contains spaces",
    arguments: [
      ("Int", "an `Int`"), ("[String: String]", "a `[String: String]`"), ("[[Int: Int]]", "a `[[Int: Int]]`"),
      ("Pair<Int, String>", "a `Pair<Int, String>`"), ("one of 1, 2", "one of 1, 2"),
    ])
  func typeNames(_ expected: String, _ phrase: String) {
    let failure = InputFailure.type(.query, "q", expected: expected, found: "x")
    #expect(failure.message == "`q` was `x`. It must be \(phrase).")
  }

  @Test("The failure for a part that is not UTF-8 does not ask for percent-encoding")
  func parts() async throws {
    let row = Row(
      content: .multipart, type: "multipart/form-data; boundary=b", read: { _ = $0.field("i", as: Int.self) },
      failure: "")
    let body =
      Array("--b\r\nContent-Disposition: form-data; name=\"i\"\r\n\r\n".utf8) + [0xFF] + Array("\r\n--b--\r\n".utf8)
    #expect(try await Self.failures(row, body) == ["/i syntax body value `i` is not UTF-8"])
  }

  /// Returns the name, code and message of each failure.
  private static func failures(_ row: Row, _ body: [UInt8]) async throws -> [String] {
    let operation = APIOperation(
      id: "probe", method: .post, path: "/", requestContent: row.content, traits: [.wire(row.wire)])
    let message = HTTPRequest(.post, row.target, fields: [.contentType: row.type], body: .bytes(body))
    var decoder = RequestDecoder(try await RoundTrip.request(message, operation))
    row.read(&decoder)
    return decoder.failures.map { "\($0.name) \($0.code) \($0.message)" }
  }
}
