import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Shown and masked names by direction")
struct MaskingNamesTests {
  private static let text = #"{"key":"k","api_key":"a","value":"v","token":"t","code":"c","grant_type":"g"}"#

  /// A masking, and the members of ``text`` that it masks in requests and in responses.
  static let maskings: [(Masking, requests: [String], responses: [String])] = [
    (.standard, ["key", "api_key", "token", "code"], ["key", "api_key", "token", "code"]),
    (.standard.showing(names: ["key"]), ["api_key", "token", "code"], ["api_key", "token", "code"]),
    (.standard.showing(names: ["K-E_Y", "Token", "code"]), ["api_key"], ["api_key"]),
    (
      .standard.showing(names: ["key"], in: .responses), ["key", "api_key", "token", "code"],
      ["api_key", "token", "code"]
    ),
    (
      .standard.masking(names: ["val-ue"], in: .requests), ["key", "api_key", "value", "token", "code"],
      ["key", "api_key", "token", "code"]
    ),
    // The last of several rules applies, separately in each direction.
    (
      .standard.showing(names: ["key"]).masking(names: ["key"], in: .requests), ["key", "api_key", "token", "code"],
      ["api_key", "token", "code"]
    ),
    (
      Masking(names: ["value"]).showing(names: ["value"], in: .responses),
      ["key", "api_key", "value", "token", "code"], ["key", "api_key", "token", "code"]
    ),
    (.none, [], []), (.none.masking(names: ["value"]), [], []),
  ]

  private func masked(_ masking: Masking) -> [String] {
    let bytes = masking.masked(Array(Self.text.utf8), [.contentType: "application/json"])
    let members = String(decoding: bytes, as: UTF8.self).dropFirst().dropLast().split(separator: ",")
    return members.filter { $0.hasSuffix(#""***""#) }.map { String($0.split(separator: "\"")[0]) }
  }

  @Test(
    "A masking rule for requests or responses applies only to messages of that direction", arguments: maskings.indices)
  func directions(row: Int) {
    let (masking, requests, responses) = Self.maskings[row]
    #expect(masked(masking.applied(to: .requests)) == requests)
    #expect(masked(masking.applied(to: .responses)) == responses)
    // Without a direction, the rules of both directions apply.
    #expect(Set(masked(masking)) == Set(requests + responses))
  }

  @Test("An unmasked name is shown in headers, queries and forms, except in the client's own credentials")
  func places() {
    let masking = Masking(fields: ["X-Tenant"]).showing(fields: ["X-Api-Key", "X-Team"], names: ["key"], in: .requests)
    let fields: HTTPFields = ["X-Tenant": "a", "X-Api-Key": "b", "Cookie": "c"]
    #expect(masking.applied(to: .requests).masked(fields).lines.map(\.value.rawValue) == ["***", "b", "***"])
    #expect(masking.applied(to: .responses).masked(fields).lines.map(\.value.rawValue) == ["***", "***", "***"])
    #expect(masking.masked(target: "/a?key=1&user[key]=2&token=3") == "/a?key=1&user[key]=2&token=***")
    let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    let bytes = masking.applied(to: .requests).masked(Array("key=1&pin=2".utf8), form)
    #expect(String(decoding: bytes, as: UTF8.self) == "key=1&pin=***")
    let own = masking.hiding([.queryKey("key"), .headerKey("X-Team")])
    #expect(own.masked(target: "/a?key=1") == "/a?key=***")
    #expect(own.applied(to: .requests).masks("X-Team") && !own.applied(to: .requests).masks("X-Api-Key"))
  }

  @Test("The sets of a masking contain the names masked in both directions")
  func sets() {
    var masking = Masking(fields: ["X-A"], names: ["a"]).masking(fields: ["X-B"], names: ["b"], in: .requests)
    #expect(masking.fields == ["X-A"] && masking.names == ["a"])
    masking.names.insert("key")
    masking = masking.showing(names: ["key"])
    #expect(masking.names == ["a"] && !masking.masksMember("key"))
    masking.names.insert("key")
    masking.fields.remove("X-A")
    #expect(masking.masksMember("key") && !masking.masks("X-A") && masking.masks("X-B"))
  }

  @Test("A log masks a name in requests and shows it in responses, and the last log setting wins")
  func logs() async throws {
    let keeper = LogKeeper()
    let transport = AnsweringTransport(.json(#"{"key":"theirs","iban":"s3cr3t"}"#))
    let components: ClientLogComponents = [.path, .query, .body, .onRequest, .cURL]
    let client = APIClient(transport)
      .logging(to: keeper, components: components, masking: Masking(names: ["iban", "key"]))
      .logging(
        to: keeper, components: components, masking: .standard.showing(names: ["key"], in: .responses))
    _ = try await client.body(["key": "mine"]).query("key", "mine").post.response()
    let text = keeper.records.map(\.message).joined(separator: "\n")
    #expect(text.contains(#""key":"theirs""#) && !text.contains("mine") && !text.contains("s3cr3t"), "\(text)")
  }
}
