import Contract
import ContractTesting
import FoundationEssentials
import Testing

@Schema struct CodedNote: Equatable, Sendable {
  var theNumber: Int
  @Validate(.length(1...3)) var someName: String = "x"
  var dueDate: Date = Date(timeIntervalSince1970: 5)
}

@Schema @Tagged("type") enum CodedEvent: Equatable, Sendable {
  case changed(dueDate: Date, byWhom: String)
  case ended
}

@Schema @Tagged("eventType", content: "value") enum CodedChange: Equatable, Sendable {
  case changed(CodedNote)
  case ended
}

private let encoder: JSONEncoder = {
  let encoder = JSONEncoder()
  encoder.keyEncodingStrategy = .convertToSnakeCase
  encoder.dateEncodingStrategy = .secondsSince1970
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  return encoder
}()

private let decoder: JSONDecoder = {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  decoder.dateDecodingStrategy = .secondsSince1970
  return decoder
}()

@API @JSON(encoder: encoder, decoder: decoder) private protocol Coded: Sendable {
  @GET("/note") func note() async throws -> CodedNote
  @POST("/lines") func lines(notes: Body<JSONLines<CodedNote>>) async throws -> JSONLines<CodedNote>
  @POST("/count") func count(notes: Body<JSONLines<CodedNote>>) async throws -> String
  @GET("/events") func events() async throws -> ServerEvents<CodedEvent>
  @GET("/changes") func changes() async throws -> ServerEvents<CodedChange>
}

private struct CodedService: Coded {
  func note() async throws -> CodedNote { CodedNote(theNumber: 1) }
  func lines(notes: JSONLines<CodedNote>) async throws -> JSONLines<CodedNote> { JSONLines(notes) }
  func count(notes: JSONLines<CodedNote>) async throws -> String {
    var count = 0
    for try await _ in notes { count += 1 }
    return "\(count)"
  }
  func events() async throws -> ServerEvents<CodedEvent> { ServerEvents(Self.stream(JSONCoderTests.events)) }
  func changes() async throws -> ServerEvents<CodedChange> { ServerEvents(Self.stream(JSONCoderTests.changes)) }

  static func stream<Value: Sendable>(_ values: [Value]) -> AsyncStream<Value> {
    AsyncStream { continuation in
      for value in values { continuation.yield(value) }
      continuation.finish()
    }
  }
}

@Suite("Custom coders of JSON in streams", .timeLimit(.minutes(1)))
struct JSONCoderTests {
  fileprivate static let events: [CodedEvent] = [
    .changed(dueDate: Date(timeIntervalSince1970: 7), byWhom: "a"), .ended,
  ]
  fileprivate static let changes: [CodedChange] = [.changed(CodedNote(theNumber: 2)), .ended]

  private let client = CodedRoutes(CodedService()).inProcess
  private var api: CodedAPI { CodedAPI(client) }

  /// Returns the response to a request with this line.
  private func response(to line: String, at path: String) async throws -> String {
    let body = client.path("\(path)").post.body(bytes: Array("\(line)\n".utf8), type: .jsonLines)
    return String(decoding: try await body.response().body.collect(upTo: 1000), as: UTF8.self)
  }

  @Test("Elements of streams have the same JSON as results")
  func elements() async throws {
    let notes = [CodedNote(theNumber: 1), CodedNote(theNumber: 2, someName: "y")]
    var received: [CodedNote] = []
    for try await note in try await api.lines(notes: JSONLines(notes)) { received.append(note) }
    #expect(received == notes)
    let answer = try await response(to: #"{"the_number":1,"some_name":"z","due_date":3}"#, at: "lines")
    #expect(answer.filter { $0 != " " } == #"{"due_date":3,"some_name":"z","the_number":1}"# + "\n")
  }

  @Test("A server checks the rules of elements")
  func rules() async throws {
    let text = try await response(to: #"{"the_number":1,"some_name":"long","due_date":3}"#, at: "count")
    #expect(text.contains("1 to 3") && text.contains("line 1"), "\(text)")
  }

  @Test("Tagged enumerations arrive as sent, wherever a custom coder writes their tag")
  func tags() async throws {
    var events: [CodedEvent] = []
    for try await event in try await api.events() {
      events.append(event)
      if events.count == 2 { break }
    }
    #expect(events == Self.events)
    var changes: [CodedChange] = []
    for try await change in try await api.changes() {
      changes.append(change)
      if changes.count == 2 { break }
    }
    #expect(changes == Self.changes)
  }
}
