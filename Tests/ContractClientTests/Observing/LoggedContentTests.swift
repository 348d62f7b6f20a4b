import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Secrets in logged bodies", .timeLimit(.minutes(2)))
struct LoggedContentTests {
  /// Returns the log of a call with a bearer token whose response has this body.
  private func log(_ body: String, _ type: HTTPFieldValue, token: String = "unused-token") async throws -> String {
    let keeper = LogKeeper()
    let transport = AnsweringTransport(
      HTTPResponse(.ok, fields: [.contentType: type], body: .bytes(Array(body.utf8))))
    let client = APIClient(transport).auth(.bearer(token)).logging(to: keeper, components: [.body])
    _ = try await client.call(.http, as: .response)
    return keeper.text
  }

  @Test("A secret is masked even if only the end of a long body identifies it")
  func context() async throws {
    let filling = String(repeating: "a", count: 5000)
    let pair = #"{"access":"S3CR3T","filling":"\#(filling)","refresh":"S3CR3T"}"#
    let text = try await log(pair, "application/json")
    #expect(text.hasPrefix(#"<-- ✅\#n{"access":"***","filling":"aaa"#) && !text.contains("S3CR3T"))
    let form = try await log("code=S3CR3T&filling=\(filling)&state=1", "application/x-www-form-urlencoded")
    #expect(form.hasPrefix("<-- ✅\ncode=***&filling=aaa") && !form.contains("S3CR3T"))
  }

  @Test("An echoed credential is masked even if the limit of a logged body cuts it, and the omitted bytes are counted")
  func cut() async throws {
    let token = "s3cr3t-v4lu3/of+many=characters"
    let prefix = String(token.prefix(6))
    for offset in 4080...4110 {
      let text = try await log(String(repeating: "a", count: offset) + token + "bb", "text/plain", token: token)
      #expect(!text.contains(prefix), "\(offset)")
      let length = offset + "***bb".utf8.count
      #expect(text.contains("… (\(length - 4096) more bytes)") == (length > 4096), "\(offset)")
    }
  }

  @Test("An echoed credential is masked in each of its spellings")
  func spellings() async throws {
    let token = "s3cr3t/v4+lu3="
    for spelling in [token, #"s3cr3t\/v4+lu3="#, "s3cr3t%2Fv4%2Blu3%3D", "s3cr3t%2fv4%2blu3%3d"] {
      let text = try await log(#"{"told":"\#(spelling)"}"#, "application/json", token: token)
      #expect(text == #"<-- ✅\#n{"told":"***"}\#n<-- END"#)
    }
  }
}
