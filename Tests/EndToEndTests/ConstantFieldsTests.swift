import Contract
import ContractClient
import ContractHTTP
import ContractServer
import ContractTesting
import Testing

@API @Headers(["Content-Type": "application/json", "Accept": "application/json"])
private protocol Constants: Sendable {
  @Multipart @POST("/parts") func parts(title: String, count: Int) async throws -> String
  @Headers(["Content-Type": "multipart/form-data"])
  @Multipart @POST("/parts/own") func ownParts(title: String) async throws -> String
  @GET("/text") func text() async throws -> String
  @Headers(["Accept": "application/vnd.example+json"])
  @GET("/numbers") func numbers() async throws -> [Int]
  @Headers(["Content-Type": "application/vnd.example+json"])
  @POST("/numbers") func add(number: Int) async throws -> String
}

private struct Service: Constants {
  func parts(title: String, count: Int) async throws -> String { "\(title) \(count) \(Self.sent)" }
  func ownParts(title: String) async throws -> String { "\(title) \(Self.sent)" }
  func text() async throws -> String { Self.sent }
  func numbers() async throws -> [Int] { [1, 2] }
  func add(number: Int) async throws -> String { "\(number) \(Self.sent)" }

  /// The media types of the request, without a boundary.
  private static var sent: String {
    let head = ServerRequest.current?.head
    let type = head?.text(of: .contentType).map { $0.split(separator: ";")[0] } ?? "-"
    return "\(type) \(head?.text(of: .accept) ?? "-")"
  }
}

@Suite("Content types in a contract's constant headers")
struct ConstantFieldsTests {
  @Test("A constant Content-Type applies except to multipart bodies, which keep their boundary")
  func mediaTypes() async throws {
    let server = Server(port: 0, threads: 1) { ConstantsRoutes(Service()) }
    let address = try await server.start()
    for client in [APIClient(baseURL: address.url, transport: CurlTransport()), server.inProcess] {
      let constants = ConstantsAPI(client)
      #expect(try await constants.parts(title: "a", count: 2) == "a 2 multipart/form-data application/json")
      #expect(try await constants.ownParts(title: "a") == "a multipart/form-data application/json")
      #expect(try await constants.text() == "application/json application/json")
      #expect(try await constants.numbers() == [1, 2])
      #expect(try await constants.add(number: 7) == "7 application/vnd.example+json application/json")
    }
    await server.stop()
  }
}
