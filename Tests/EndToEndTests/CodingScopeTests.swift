import ContractTesting
import FoundationEssentials
import Testing

extension JSONEncoder {
  fileprivate static var epoch: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

extension JSONDecoder {
  fileprivate static var epoch: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    return decoder
  }
}

/// JSON between two marks.
private struct Marked: ContentEncoder, ContentDecoder {
  var mediaType: MediaType { MediaType("application/marked") ?? .json }

  func encode<T: Encodable>(content value: T) throws -> [UInt8] {
    Array("<".utf8) + Array(try JSONEncoder.epoch.encode(value)) + Array(">".utf8)
  }
  func decode<T: Decodable>(_ type: T.Type, content bytes: [UInt8]) throws -> T {
    try JSONDecoder.epoch.decode(type, from: Data(bytes.dropFirst().dropLast()))
  }
}

private struct Stamp: Codable, Equatable, Sendable {
  var at: Date
  var body: String
}

/// One function for each coding, which overrides the coding of the protocol.
@API
@JSON(
  encoder: .epoch,
  decoder: .epoch
)
private protocol Stamps: Sendable {
  @POST("/protocol") func both(at: Date, name: String) async throws -> (Stamp, HTTPResponse)
  @PUT("/body") func body(stamp: Body<Stamp>) async throws -> (Stamp, HTTPResponse)
  @JSON @POST("/plain") func plain(at: Date) async throws -> (Stamp, HTTPResponse)
  @JSON(encoder: .epoch) @POST("/encoder") func encoder(at: Date) async throws -> (Stamp, HTTPResponse)
  @URLForm @POST("/form") func form(at: Date) async throws -> (Stamp, HTTPResponse)
  @Coder(encoder: Marked(), decoder: Marked())
  @POST("/marked") func marked(at: Date) async throws -> (Stamp, HTTPResponse)
}

private struct StampService: Stamps {
  private func stamp(_ at: Date) throws -> (Stamp, HTTPResponse) {
    let body = try #require(ServerRequest.current).body
    return (Stamp(at: at, body: String(decoding: body, as: UTF8.self)), HTTPResponse(.ok))
  }
  func both(at: Date, name: String) async throws -> (Stamp, HTTPResponse) { try stamp(at) }
  func body(stamp: Stamp) async throws -> (Stamp, HTTPResponse) { try self.stamp(stamp.at) }
  func plain(at: Date) async throws -> (Stamp, HTTPResponse) { try stamp(at) }
  func encoder(at: Date) async throws -> (Stamp, HTTPResponse) { try stamp(at) }
  func form(at: Date) async throws -> (Stamp, HTTPResponse) { try stamp(at) }
  func marked(at: Date) async throws -> (Stamp, HTTPResponse) { try stamp(at) }
}

@Suite("A wire format on a function")
struct CodingScopeTests {
  @Test("A function's wire format overrides the protocol's on both ends and in both directions")
  func scopes() async throws {
    let date = Date(timeIntervalSince1970: 86_400)
    try await withServer(StampsRoutes(StampService())) { client in
      let stamps = StampsAPI(client)
      let rows: [(name: String, result: (Stamp, HTTPResponse), sent: String, mediaType: String, answer: String)] = [
        (
          "protocol", try await stamps.both(at: date, name: "a"), #"{"at":86400,"name":"a"}"#, "application/json",
          #"{"at":86400,"#
        ),
        (
          "body", try await stamps.body(stamp: Stamp(at: date, body: "b")), #"{"at":86400,"body":"b"}"#,
          "application/json", #"{"at":86400,"#
        ),
        (
          "plain", try await stamps.plain(at: date), #"{"at":"1970-01-02T00:00:00Z"}"#, "application/json",
          #"{"at":"1970-01-02T00:00:00Z","#
        ),
        (
          "form", try await stamps.form(at: date), "at=1970-01-02T00%3A00%3A00Z", "application/json",
          #"{"at":"1970-01-02T00:00:00Z","#
        ),
        ("marked", try await stamps.marked(at: date), #"<{"at":86400}>"#, "application/marked", #"<{"at":86400,"#),
      ]
      for row in rows {
        #expect(row.result.0 == Stamp(at: date, body: row.sent), "\(row.name)")
        #expect(row.result.1.fields[.contentType]?.rawValue == row.mediaType, "\(row.name)")
        let answer = String(decoding: try await row.result.1.body.collect(upTo: 1000), as: UTF8.self)
        #expect(answer.hasPrefix(row.answer), "\(row.name): \(answer)")
      }
    }
  }
}
