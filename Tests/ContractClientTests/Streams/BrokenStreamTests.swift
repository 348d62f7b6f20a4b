import Contract
import ContractClient
import ContractHTTP
import Testing

/// Streams whose connection is lost after any byte.
@Suite("Streams that break off", .timeLimit(.minutes(2)))
struct BrokenStreamTests {
  private struct Broken: Error {}

  /// A format of elements, with its reader.
  enum Format: String, CaseIterable, Sendable {
    case lines, jsonLines, jsonLinesOfContract, events

    var mediaType: HTTPFieldValue {
      switch self {
      case .lines: "text/plain; charset=utf-8"
      case .jsonLines, .jsonLinesOfContract: "application/jsonl"
      case .events: "text/event-stream"
      }
    }

    /// The text of a body, divided after each element, and the values; nil for text without one.
    var parts: [(text: String, value: String?)] {
      switch self {
      case .lines: [("one\n", "one"), ("\n", ""), ("zwölf\r\n", "zwölf"), ("4\n", "4")]
      // Numbers, because a truncated number is a valid value too.
      case .jsonLines, .jsonLinesOfContract:
        [("12345\n", "12345"), ("\n", nil), (" \n", nil), ("678\r\n", "678"), ("90\n", "90")]
      case .events:
        [
          ("data: 12345\n\n", "12345"), (": comment\n\n", nil), ("id: 7\ndata: a\ndata: b\n\n", "a\nb"),
          ("event: tick\ndata: 678\n\n", "678"),
        ]
      }
    }

    /// The values whose text is within the first bytes.
    func values(within count: Int) -> [String] {
      var end = 0
      return parts.compactMap { part -> String? in
        end += part.text.utf8.count
        return end <= count ? part.value : nil
      }
    }

    /// Reads a response to its end or its error.
    func read(_ client: APIClient) async -> (values: [String], error: (any Error)?) {
      var values: [String] = []
      do {
        switch self {
        case .lines:
          for try await line in try await client.call(.stream, as: .lines) { values.append(line) }
        case .jsonLines:
          for try await number in try await client.call(.stream, as: .jsonLines(of: Int.self)) {
            values.append("\(number)")
          }
        case .jsonLinesOfContract:
          let endpoint = Endpoint<Empty, JSONLines<Int>>(.get, "/numbers")
          for try await number in try await client.call(endpoint) { values.append("\(number)") }
        case .events:
          for try await event in try await client.call(.stream, as: .events) { values.append(event.data) }
        }
        return (values, nil)
      } catch {
        return (values, error)
      }
    }
  }

  /// A client of a server whose responses are these chunks and then an error, or the end of the body.
  private static func client(_ format: Format, _ chunks: [[UInt8]], breaks: Bool) -> APIClient {
    APIClient(
      AnsweringTransport { _, _ in
        let rest = Lock(chunks[...])
        let body = ByteStream {
          let chunk = rest.withLock { $0.popFirst() }
          if chunk == nil, breaks { throw Broken() }
          return chunk
        }
        return HTTPResponse(.ok, fields: [.contentType: format.mediaType], body: .stream(body))
      })
  }

  @Test(
    "A stream that breaks off at any point returns the complete elements before the break, and then an error",
    arguments: Format.allCases)
  func breaks(format: Format) async {
    let bytes = Array(format.parts.map(\.text).joined().utf8)
    for count in 0...bytes.count {
      let sent = bytes[..<count]
      let (whole, single) = ([Array(sent)].filter { !$0.isEmpty }, sent.map { [$0] })
      for chunks in [whole, single] {
        let (values, error) = await format.read(Self.client(format, chunks, breaks: true))
        #expect(values == format.values(within: count), "after \(count) bytes")
        #expect(error != nil, "after \(count) bytes")
      }
    }
  }

  @Test("An uninterrupted stream returns all elements", arguments: Format.allCases)
  func ends(format: Format) async {
    let bytes = Array(format.parts.map(\.text).joined().utf8)
    let (values, error) = await format.read(Self.client(format, bytes.map { [$0] }, breaks: false))
    #expect(values == format.parts.compactMap(\.value))
    #expect(error == nil)
  }
}
