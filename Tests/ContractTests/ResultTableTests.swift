import ContractHTTP
import FoundationEssentials
import Testing

@testable import Contract

/// The table of results in docs/results.md, row by row and with its corners, on both ends.
@Suite("Either results")
struct ResultTableTests {
  struct Fault: Codable, Equatable, Sendable {
    var reason: String
  }

  /// A type whose members all have defaults, so that any object decodes.
  struct Lenient: Codable, Equatable, Sendable {
    var reason = "none"
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      reason = try container.decodeIfPresent(String.self, forKey: .reason) ?? "none"
    }
    enum CodingKeys: CodingKey { case reason }
  }

  /// A caller that returns one response for every call.
  struct Answer: EndpointCaller {
    let response: HTTPResponse
    func send(_ request: HTTPRequest, for operation: APIOperation) async throws -> HTTPResponse { response }
  }

  static let (json, text, bytes, html) = (
    "application/json", "text/plain; charset=utf-8", "application/octet-stream", "text/html"
  )

  /// A received response, and the result of the client.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let status: Int
    let type: String?
    let content: String
    let expected: String
    let call: @Sendable (HTTPResponse) async throws -> String

    init<Response>(
      _ endpoint: Endpoint<Empty, Response>, _ status: Int, _ type: String?, _ content: String, _ expected: String
    ) {
      name = "\(Response.self) from \(status) \(type ?? "-") `\(content)`"
      (self.status, self.type, self.content, self.expected) = (status, type, content, expected)
      call = {
        String(reflecting: try await Answer(response: $0).call(endpoint)).replacing(
          "\(ResultTableTests.self).", with: "")
      }
    }

    var testDescription: String { name }
  }

  static func get<Response: Codable & SendableMetatype>(_ type: Response.Type) -> Endpoint<Empty, Response> {
    Endpoint(.get, "/")
  }

  static let plain = Endpoint<Empty, String>(.get, "/")
  static let plainOptional = Endpoint<Empty, String?>(.get, "/")
  static let nothing = Endpoint<Empty, Void>(.get, "/")
  static let data = Endpoint<Empty, Data>(.get, "/")
  static let dataOptional = Endpoint<Empty, Data?>(.get, "/")
  static let number = Endpoint<Empty, Int>(.get, "/")
  static let numberOptional = Endpoint<Empty, Int?>(.get, "/")
  static let notModified = Endpoint<Empty, Void>(.get, "/", status: .notModified)
  static let elsewhere = Endpoint<Empty, (Empty, HTTPResponse)>(
    .get, "/", status: .seeOther, result: .withResponse(.empty))
  static let textOrFault = Endpoint<Empty, Either<String, Fault>>(.get, "/")
  static let faultOrText = Endpoint<Empty, Either<Fault, String>>(.get, "/")
  static let dataOrFault = Endpoint<Empty, Either<Data, Fault>>(.get, "/")
  static let bytesOrText = Endpoint<Empty, Either<[UInt8], String>>(.get, "/")
  static let maybeTextOrFault = Endpoint<Empty, Either<String?, Fault?>>(.get, "/")
  static let maybeNumberOrEmpty = Endpoint<Empty, Either<Int?, Empty>>(.get, "/")
  static let nothingOrFault = Endpoint<Empty, Either<Void, Fault>>(.get, "/")
  static let numberOrNothing = Endpoint<Empty, Either<Int, Void>>(.get, "/")
  static let nothingAtAll = Endpoint<Empty, Either<Void, Void>>(.get, "/", status: .notModified)
  static let faultOrLenient = Endpoint<Empty, Either<Fault, Lenient>>(.get, "/")

  static let rows: [Row] = [
    Row(number, 200, json, "7", "7"), Row(number, 201, nil, "7", "7"), Row(number, 200, json, "", "decoding"),
    Row(number, 204, nil, "", "decoding"), Row(number, 200, html, "7", "unexpected"),
    Row(number, 304, nil, "", "unexpected"),
    Row(numberOptional, 200, json, "7", "Optional(7)"), Row(numberOptional, 200, json, "null", "nil"),
    Row(numberOptional, 200, json, "", "nil"), Row(numberOptional, 204, nil, "", "nil"),
    Row(plain, 200, text, "", #""""#), Row(plain, 200, html, "a", #""a""#), Row(plain, 204, nil, "", #""""#),
    Row(plainOptional, 200, text, "", "nil"), Row(plainOptional, 204, nil, "", "nil"),
    Row(plainOptional, 200, text, "null", #"Optional("null")"#),
    Row(data, 200, bytes, "ab", "2 bytes"), Row(dataOptional, 200, bytes, "", "nil"),
    Row(nothing, 200, json, "7", "()"), Row(nothing, 204, nil, "", "()"), Row(nothing, 303, nil, "", "unexpected"),
    Row(notModified, 304, nil, "", "()"), Row(notModified, 200, json, "7", "()"),
    Row(notModified, 302, nil, "", "unexpected"),
    Row(textOrFault, 200, text, "hi", #"Either<String, Fault>.response("hi")"#),
    Row(textOrFault, 409, json, #"{"reason":"r"}"#, #"Either<String, Fault>.errorResponse(Fault(reason: "r"))"#),
    Row(textOrFault, 409, text, "hi", "unexpected"),
    Row(faultOrText, 200, json, #"{"reason":"r"}"#, #"Either<Fault, String>.response(Fault(reason: "r"))"#),
    Row(faultOrText, 500, html, "<p>", #"Either<Fault, String>.errorResponse("<p>")"#),
    Row(dataOrFault, 200, bytes, "ab", "Either<Data, Fault>.response(2 bytes)"),
    Row(bytesOrText, 200, bytes, "a", "Either<Array<UInt8>, String>.response([97])"),
    Row(bytesOrText, 400, text, "no", #"Either<Array<UInt8>, String>.errorResponse("no")"#),
    Row(maybeTextOrFault, 204, nil, "", "Either<Optional<String>, Optional<Fault>>.response(nil)"),
    Row(maybeTextOrFault, 200, text, "", "Either<Optional<String>, Optional<Fault>>.response(nil)"),
    Row(maybeTextOrFault, 404, nil, "", "Either<Optional<String>, Optional<Fault>>.errorResponse(nil)"),
    Row(maybeNumberOrEmpty, 200, json, "null", "Either<Optional<Int>, Empty>.response(nil)"),
    Row(maybeNumberOrEmpty, 404, html, "<p>", "Either<Optional<Int>, Empty>.errorResponse(Empty())"),
    Row(nothingOrFault, 204, nil, "", "Either<(), Fault>.response()"),
    Row(nothingOrFault, 404, json, #"{"reason":"r"}"#, #"Either<(), Fault>.errorResponse(Fault(reason: "r"))"#),
    Row(numberOrNothing, 200, json, "7", "Either<Int, ()>.response(7)"),
    Row(numberOrNothing, 500, html, "<p>", "Either<Int, ()>.errorResponse()"),
    Row(nothingAtAll, 304, nil, "", "Either<(), ()>.response()"), Row(nothingAtAll, 302, nil, "", "unexpected"),
    Row(faultOrLenient, 200, json, #"{"other":1}"#, "decoding /reason"),
    Row(faultOrLenient, 400, json, #"{"other":1}"#, #"Either<Fault, Lenient>.errorResponse(Lenient(reason: "none"))"#),
    Row(faultOrLenient, 400, json, #"{"reason":1}"#, "unexpected /reason"),
    Row(faultOrLenient, 400, json, "[]", "unexpected "),
    Row(faultOrLenient, 302, json, #"{"reason":"r"}"#, "unexpected"),
  ]

  @Test("An Either result is decoded by status and type", arguments: rows)
  func reads(_ row: Row) async throws {
    var response = HTTPResponse(try #require(HTTPStatus(row.status)), body: .bytes(Array(row.content.utf8)))
    if let type = row.type { response.fields[.contentType] = HTTPFieldValue(type) }
    let found: String
    do {
      found = try await row.call(response)
    } catch let error as ClientError {
      found = ([error.code.description] + error.failures.map(\.pointer)).joined(separator: " ")
    }
    #expect(Self.short(found) == row.expected)
  }

  /// Names of types without their modules.
  private static func short(_ text: String) -> String {
    ["ContractTests.", "Contract.", "Swift.", "FoundationEssentials.", "Foundation."].reduce(text) {
      $0.replacing($1, with: "")
    }
  }

  static func sent<Response>(_ endpoint: Endpoint<Empty, Response>, _ result: Response) throws -> String {
    let response = try endpoint.codec.encode(result, endpoint.operation)
    let content = String(decoding: response.heldBytes, as: UTF8.self)
    return "\(response.status.code) \(response.fields[.contentType]?.rawValue ?? "-") \(content)"
  }

  @Test("An Either result is encoded by case and type")
  func writes() throws {
    #expect(try Self.sent(Self.textOrFault, .response("hi")) == "200 \(Self.text) hi")
    #expect(
      try Self.sent(Self.textOrFault, .errorResponse(Fault(reason: "r"))) == #"400 application/json {"reason":"r"}"#)
    #expect(try Self.sent(Self.faultOrText, .errorResponse("no")) == "400 \(Self.text) no")
    #expect(try Self.sent(Self.dataOrFault, .response(Data("ab".utf8))) == "200 \(Self.bytes) ab")
    #expect(try Self.sent(Self.maybeTextOrFault, .response(nil)) == "204 - ")
    #expect(try Self.sent(Self.maybeTextOrFault, .errorResponse(nil)) == "400 - ")
    #expect(try Self.sent(Self.maybeNumberOrEmpty, .response(7)) == "200 application/json 7")
    #expect(try Self.sent(Self.maybeNumberOrEmpty, .errorResponse(Empty())) == "400 - ")
    #expect(try Self.sent(Self.nothingOrFault, .response(())) == "204 - ")
    #expect(try Self.sent(Self.numberOrNothing, .errorResponse(())) == "400 - ")
    #expect(try Self.sent(Self.notModified, ()) == "304 - ")
    #expect(try Self.sent(Self.nothingAtAll, .response(())) == "304 - ")
    var response = HTTPResponse(.seeOther)
    response.fields[.location] = "/b"
    let moved = try Self.elsewhere.codec.encode((Empty(), response), Self.elsewhere.operation)
    #expect(moved.status == .seeOther && moved.fields[.location] == "/b")
    let other = try Self.elsewhere.codec.encode((Empty(), HTTPResponse(.notFound)), Self.elsewhere.operation)
    #expect(other.status == .seeOther)
  }

  @Test("A response that matches neither result throws an error that quotes the response")
  func neither() async throws {
    let problem = #"{"type":"about:blank","status":404,"detail":"no such todo"}"#
    let response = HTTPResponse(
      .notFound, fields: [.contentType: "application/problem+json"], body: .bytes(Array(problem.utf8)))
    let error = await #expect(throws: ClientError.self) { try await Answer(response: response).call(Self.textOrFault) }
    #expect(error?.code == .unexpected)
    #expect(error?.failures.map(\.pointer) == ["/reason"])
    #expect(
      error?.message
        == "the server responded with 404 Not Found: no such todo; the response could not be decoded: expected body value `reason`"
    )
    #expect(error?.response?.status == .notFound)
  }
}
