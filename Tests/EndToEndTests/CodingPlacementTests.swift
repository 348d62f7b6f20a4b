import ContractTesting
import Testing

/// The encoding of the text `a b` as the only field of a request, and in its response.
private struct Spelling: Sendable {
  let contentType: String
  let sent: String
  let answered: String

  static let json = Spelling(
    contentType: "application/json", sent: #"{"firstName":"a b"}"#, answered: #"{"lastName":"a b"}"#)
  static let merge = Spelling(
    contentType: "application/merge-patch+json", sent: #"{"firstName":"a b"}"#, answered: #"{"lastName":"a b"}"#)
  static let snake = Spelling(
    contentType: "application/json", sent: #"{"first_name":"a b"}"#, answered: #"{"last_name":"a b"}"#)
  static let kebab = Spelling(
    contentType: "application/json", sent: #"{"first-name":"a b"}"#, answered: #"{"last-name":"a b"}"#)
  /// The coders' own strategies change keys.
  static let coders = snake
  static let form = Spelling(
    contentType: "application/x-www-form-urlencoded", sent: "firstName=a%20b", answered: #"{"lastName":"a b"}"#)
  static let parts = Spelling(
    contentType: "multipart/form-data; boundary=B",
    sent: "--B\r\nContent-Disposition: form-data; name=\"firstName\"\r\n\r\na b\r\n--B--\r\n",
    answered: #"{"lastName":"a b"}"#)
  static let marked = Spelling(
    contentType: "application/marked", sent: #"<{"firstName":"a b"}>"#, answered: #"<{"lastName":"a b"}>"#)
}

/// The attributes for the format of bodies, of which only the innermost applies.
@Suite("Format attribute placement")
struct CodingPlacementTests {
  private static let rows: [(attribute: String, outer: Spelling, own: Spelling, places: [Placed])] = [
    (
      "@URLForm", .form, .json,
      [
        Placed("protocol", PlacedFormEndpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed("function of it", isOwn: true, PlacedFormEndpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("group", PlacedFormGroup.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "variable of it", isOwn: true, PlacedFormGroup.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("scope", PlacedFormScope.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "function of a scope", isOwn: true, PlacedFormScope.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("scope around", PlacedFormScope.Endpoints.plainBare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "scope inside", isOwn: true, PlacedFormScope.Endpoints.markedBare, { .init(firstName: $0) }, { $0.firstName }),
      ]
    ),
    (
      "@MergePatch", .merge, .json,
      [
        Placed("protocol", PlacedMergeEndpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed("function of it", isOwn: true, PlacedMergeEndpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("group", PlacedMergeGroup.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "variable of it", isOwn: true, PlacedMergeGroup.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("scope", PlacedMergeScope.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "function of a scope", isOwn: true, PlacedMergeScope.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }
        ),
        Placed("scope around", PlacedMergeScope.Endpoints.plainBare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "scope inside", isOwn: true, PlacedMergeScope.Endpoints.markedBare, { .init(firstName: $0) }, { $0.firstName }
        ),
      ]
    ),
    (
      "@Multipart", .parts, .form,
      [
        Placed("protocol", PlacedPartsEndpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed("function of it", isOwn: true, PlacedPartsEndpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("group", PlacedPartsGroup.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "variable of it", isOwn: true, PlacedPartsGroup.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("scope", PlacedPartsScope.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "function of a scope", isOwn: true, PlacedPartsScope.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }
        ),
        Placed("scope around", PlacedPartsScope.Endpoints.plainBare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "scope inside", isOwn: true, PlacedPartsScope.Endpoints.markedBare, { .init(firstName: $0) }, { $0.firstName }
        ),
      ]
    ),
    (
      "@JSON", .coders, .parts,
      [
        Placed("protocol", PlacedCodersEndpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed("function of it", isOwn: true, PlacedCodersEndpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("group", PlacedCodersGroup.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "variable of it", isOwn: true, PlacedCodersGroup.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("scope", PlacedCodersScope.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "function of a scope", isOwn: true, PlacedCodersScope.Endpoints.own, { .init(firstName: $0) },
          { $0.firstName }),
        Placed("scope around", PlacedCodersScope.Endpoints.plainBare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "scope inside", isOwn: true, PlacedCodersScope.Endpoints.markedBare, { .init(firstName: $0) },
          { $0.firstName }),
      ]
    ),
    (
      "@Coder", .marked, .coders,
      [
        Placed("protocol", PlacedOwnEndpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed("function of it", isOwn: true, PlacedOwnEndpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("group", PlacedOwnGroup.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed("variable of it", isOwn: true, PlacedOwnGroup.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("scope", PlacedOwnScope.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "function of a scope", isOwn: true, PlacedOwnScope.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("scope around", PlacedOwnScope.Endpoints.plainBare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "scope inside", isOwn: true, PlacedOwnScope.Endpoints.markedBare, { .init(firstName: $0) }, { $0.firstName }),
      ]
    ),
    (
      "@Wire", .snake, .kebab,
      [
        Placed("protocol", PlacedWireEndpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed("function of it", isOwn: true, PlacedWireEndpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("group", PlacedWireGroup.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "variable of it", isOwn: true, PlacedWireGroup.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("scope", PlacedWireScope.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "function of a scope", isOwn: true, PlacedWireScope.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("scope around", PlacedWireScope.Endpoints.plainBare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "scope inside", isOwn: true, PlacedWireScope.Endpoints.markedBare, { .init(firstName: $0) }, { $0.firstName }),
      ]
    ),
    (
      "@JSON", .json, .marked,
      [
        Placed("protocol", PlacedCodingsEndpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed("function of it", isOwn: true, PlacedCodingsEndpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("group", PlacedCodingsGroup.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "variable of it", isOwn: true, PlacedCodingsGroup.Endpoints.own, { .init(firstName: $0) }, { $0.firstName }),
        Placed("scope", PlacedCodingsScope.Endpoints.bare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "function of a scope", isOwn: true, PlacedCodingsScope.Endpoints.own, { .init(firstName: $0) },
          { $0.firstName }),
        Placed("scope around", PlacedCodingsScope.Endpoints.plainBare, { .init(firstName: $0) }, { $0.firstName }),
        Placed(
          "scope inside", isOwn: true, PlacedCodingsScope.Endpoints.markedBare, { .init(firstName: $0) },
          { $0.firstName }),
      ]
    ),
  ]

  @Test("A format attribute applies to both directions, and the innermost one wins", arguments: rows.indices)
  func formats(index: Int) async throws {
    let row = Self.rows[index]
    for placed in row.places {
      let transport = try PlacedTransport(placed.server { $0 })
      let place = "\(row.attribute), \(placed.place)"
      #expect(try await placed.call(transport.client, "a b") == "a b", "\(place)")
      let exchange = try #require(transport.exchange)
      let expected = placed.isOwn ? row.own : row.outer
      #expect(exchange.request.fields[.contentType]?.rawValue == expected.contentType, "\(place)")
      #expect(exchange.sent == expected.sent, "\(place)")
      #expect(exchange.answered == expected.answered, "\(place)")
    }
  }

  @Test("A custom decoder reads strings in its own media type, and strings in other media types are returned unchanged")
  func strings() async throws {
    let rows: [(type: HTTPFieldValue?, body: String, text: String)] = [
      ("application/marked", #"<"a">"#, "a"), (nil, #"<"a">"#, "a"), ("text/plain", #"<"a">"#, #"<"a">"#),
      ("application/json", #""a""#, #""a""#),
    ]
    let client = APIClient(baseURL: "http://marked.test")
      .bodyFormat(.coder(encoder: PlacedCoder(), decoder: PlacedCoder()))
    for (type, body, text) in rows {
      var response = HTTPResponse(.ok, body: .bytes(Array(body.utf8)))
      response.fields[.contentType] = type
      let string: String = try await client.call(.mock(response), as: .decodable)
      let optional: String? = try await client.call(.mock(response), as: .decodable)
      #expect(string == text && optional == text, "\(type?.rawValue ?? "no type")")
    }
  }
}
