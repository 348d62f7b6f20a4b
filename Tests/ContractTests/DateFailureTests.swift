import ContractCoding
import FoundationEssentials
import Testing

@testable import Contract

@Suite("Invalid date errors")
struct DateFailureTests {
  private static let custom = DateStrategy.custom(encode: { _ in "" }, decode: { _ in nil })
  static let rows: [(DateStrategy, DateStrategy, query: String, body: String)] = [
    (.rfc3339, .rfc3339, ", such as 2026-01-31T12:00:00Z", ", such as 2026-01-31T12:00:00Z"),
    (.secondsSince1970, .millisecondsSince1970, ", in seconds since 1970", ", in milliseconds since 1970"),
    (.deferredToDate, custom, ", in seconds since 2001", ""),
  ]

  @Test("A date error names the expected spelling for its location", arguments: rows.indices)
  func spelling(index: Int) {
    let (form, json, query, body) = Self.rows[index]
    var wire = Wire()
    (wire.form.dates, wire.json.dates) = (form, json)
    let operation = APIOperation(
      id: "a", method: .post, path: "/",
      inputs: [
        InputDescription(.query, "at", type: "Date", isRequired: true),
        InputDescription(.body, "", type: "Day", isRequired: true),
      ],
      traits: [.wire(wire)])
    let request = ServerRequest(
      head: RequestHead(HTTPRequest(.post, "/?at=soon", fields: [.contentType: "application/json"])),
      body: Array(#"{"at":"soon"}"#.utf8), operation: operation, remoteAddress: nil)
    var decoder = RequestDecoder(request)
    _ = decoder.value(.query, "at", as: Date.self)
    _ = decoder.body(as: [String: Date].self)
    #expect(
      decoder.failures.map(\.message) == [
        "`at` was `soon`. It must be a `Date`\(query).", #"`at` was `"soon"`. It must be a `Date`\#(body)."#,
      ])
    #expect(decoder.failures.map(\.expected) == ["Date", "Date"])
  }
}
