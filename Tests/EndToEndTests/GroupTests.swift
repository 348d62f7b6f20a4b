import ContractTestSupport
import ContractTesting
import FoundationEssentials
import Testing

@API(prefix: "/v1")
final class ScheduleEndpoints: EndpointGroup {
  /// Lists schedules.
  @GET("/schedules") var getAll: Endpoint<GetAll, [Schedule]>
  @GET("/count") var count: Endpoint<Empty, Int>
  @POST("/schedules") @Status(201) @Throws(TodoError.self)
  var create: (Create) async throws -> Schedule
  @POST("/schedules/{schedule_id}") var update: @Sendable (Update) async throws -> Schedule
  @DELETE("/schedules/{schedule_id}") var delete: (Delete) async throws -> Either<Schedule, Refusal>
  @DELETE("/all/{schedule_id}") var clear: (Delete) async throws -> Either<Empty, Refusal>
  @GET("/version") var version: () async throws -> String
  @HEAD("/version") var check: () async throws -> Void
  @GET("/bytes") var bytes: () async throws -> Data
  @GET("/raw") var raw: () async throws -> HTTPResponse
  @HTTP("/caches", method: "PURGE") var purge: () async throws -> Empty

  @Request struct GetAll {
    @Query var limit: Int = 2
  }
  @Request struct Create {
    @Body var schedule: Schedule
  }
  @Request struct Update {
    @Path("schedule_id") var id: Int
    @JSON var title: String
  }
  @Request struct Delete {
    @Path("schedule_id") var id: Int
  }
  struct Schedule: Codable, Equatable, Sendable { var id: Int, title: String }
  struct Refusal: Codable, Equatable, Sendable { var reason: String }
}

/// Classes with `@API`.
@Suite("Endpoint groups")
struct GroupTests {
  typealias Schedule = ScheduleEndpoints.Schedule

  private static func router() -> Router {
    let group = ScheduleEndpoints()
    var router = Router()
    router.on(group.getAll) { _, input in (0..<input.limit).map { Schedule(id: $0, title: "s") } }
    router.on(group.count) { _, _ in 3 }
    router.on(ScheduleEndpoints.Endpoints.create) { _, input in
      if input.schedule.id == 0 { throw TodoError.notFound }
      return input.schedule
    }
    router.on(ScheduleEndpoints.Endpoints.update) { _, input in Schedule(id: input.id, title: input.title) }
    router.on(ScheduleEndpoints.Endpoints.delete) { _, input in
      input.id == 1 ? .response(Schedule(id: 1, title: "gone")) : .errorResponse(.init(reason: "not yours"))
    }
    router.on(ScheduleEndpoints.Endpoints.clear) { _, input in
      input.id == 1 ? .response(Empty()) : .errorResponse(.init(reason: "never"))
    }
    router.on(ScheduleEndpoints.Endpoints.version) { _, _ in "1.4" }
    router.on(ScheduleEndpoints.Endpoints.check) { _, _ in }
    router.on(ScheduleEndpoints.Endpoints.bytes) { _, _ in Data([1, 2]) }
    router.on(ScheduleEndpoints.Endpoints.raw) { _, _ in .text("raw", status: .accepted) }
    router.on(ScheduleEndpoints.Endpoints.purge) { _, _ in Empty() }
    return router
  }

  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    try await withServer(Server(port: 0, threads: 1, router: Self.router()), body)
  }

  @Test("A group's endpoints are called through its variables")
  func calls() async throws {
    try await serve { (client) async throws in
      let group = ScheduleEndpoints(client)
      #expect(try await group.getAll.request(.init()).count == 2)
      #expect(try await group.getAll.request(.init(limit: 5)).count == 5)
      #expect(try await group.count.request() == 3)
      let schedule = Schedule(id: 7, title: "t")
      #expect(try await group.create(.init(schedule: schedule)) == schedule)
      await #expect(throws: TodoError.notFound) {
        try await group.create(.init(schedule: Schedule(id: 0, title: "")))
      }
      #expect(try await group.update(.init(id: 9, title: "new")) == Schedule(id: 9, title: "new"))
      #expect(try await group.delete(.init(id: 1)) == .response(Schedule(id: 1, title: "gone")))
      #expect(try await group.delete(.init(id: 2)) == .errorResponse(.init(reason: "not yours")))
      #expect(try await group.clear(.init(id: 1)) == .response(Empty()))
      #expect(try await group.clear(.init(id: 2)) == .errorResponse(.init(reason: "never")))
      #expect(try await group.version() == "1.4")
      try await group.check()
      #expect(try await group.bytes() == Data([1, 2]))
      let raw = try await group.raw()
      #expect(raw.status == .accepted)
      #expect(try await group.purge() == Empty())
    }
  }

  @Test("A group's endpoint delivers its result to a completion handler")
  func completions() async throws {
    try await serve { (client) async throws in
      let group = ScheduleEndpoints(client)
      let counted = await withCheckedContinuation { continuation in
        group.count.request { continuation.resume(returning: $0) }
      }
      #expect(try counted.get() == 3)
      let listed = await withCheckedContinuation { continuation in
        group.getAll.request(.init(limit: 1)) { continuation.resume(returning: $0) }
      }
      #expect(try listed.get() == [Schedule(id: 0, title: "s")])
    }
  }

  @Test("A cancelled call of a group completes with a cancellation error")
  func cancelledCompletion() async throws {
    let started = Gate()
    var router = Router()
    let ended = Gate()
    router.on(ScheduleEndpoints.Endpoints.count) { _, _ in
      started.open()
      try await ended.waitUnlessCancelled()
      return 1
    }
    try await withServer(Server(port: 0, threads: 1, router: router)) { client in
      let group = ScheduleEndpoints(client)
      let result = await withCheckedContinuation { continuation in
        let call = group.count.request { continuation.resume(returning: $0) }
        Task {
          await started.wait()
          call.cancel()
        }
      }
      let error = #expect(throws: ClientError.self) { try result.get() }
      #expect(error?.code == .cancelled)
      ended.open()
    }
  }

  @Test("A group is mocked by assignment, independently of other groups")
  func mocks() async throws {
    try await serve { (client) async throws in
      let group = ScheduleEndpoints(client)
      let other = ScheduleEndpoints(client)
      group.version = { "mocked" }
      group.update = { Schedule(id: $0.id, title: "mocked " + $0.title) }
      group.delete = { _ in .errorResponse(.init(reason: "mocked")) }
      group.create = { _ in throw CancellationError() }
      #expect(try await group.version() == "mocked")
      #expect(try await group.update(.init(id: 1, title: "t")) == Schedule(id: 1, title: "mocked t"))
      #expect(try await group.delete(.init(id: 1)) == .errorResponse(.init(reason: "mocked")))
      await #expect(throws: CancellationError.self) { try await group.create(.init(schedule: .init(id: 1, title: ""))) }
      #expect(try await group.count.request() == 3)
      #expect(try await other.version() == "1.4")
      let real = other.version
      group.version = { try await real() + " again" }
      #expect(try await group.version() == "1.4 again")
    }
  }

  @Test("A group without a caller throws noCaller")
  func noCaller() async throws {
    let group = ScheduleEndpoints()
    for call in [{ _ = try await group.version() }, { _ = try await group.count.request() }] {
      let error = await #expect(throws: ClientError.self) { try await call() }
      #expect(error?.code == .noCaller)
    }
    #expect(group.caller == nil)
  }

  @Test("A base URL applies to a whole group or to one endpoint")
  func baseURLs() async throws {
    let address = Lock("")
    let server = Server(port: 0, threads: 1, router: Self.router())
    try await withServer(server) { _ in
      let url = try #require(server.address).url
      address.withLock { $0 = url }
      #expect(try await ScheduleEndpoints(baseURL: url).version() == "1.4")
      #expect(try await ScheduleEndpoints().count.with(baseURL: url).request() == 3)
    }
  }

  @Test("A group lists its endpoints with their metadata")
  func operations() {
    #expect(
      ScheduleEndpoints.all.prefix(3).map(\.description) == [
        "GET /v1/schedules (ScheduleEndpoints.getAll)", "GET /v1/count (ScheduleEndpoints.count)",
        "POST /v1/schedules (ScheduleEndpoints.create)",
      ])
    #expect(ScheduleEndpoints.all.count == 11)
    #expect(ScheduleEndpoints.Endpoints.create.operation.successStatus == .created)
    #expect(ScheduleEndpoints.Endpoints.getAll.operation.summary == "Lists schedules.")
  }

  @Test(
    "The two results of an Either are distinguished by status",
    arguments: [
      (200, #"{"id":1,"title":"t"}"#, "application/json", "response(1)"),
      (404, #"{"reason":"r"}"#, "application/json", "errorResponse(r)"),
      (200, #"{"reason":"r"}"#, "application/json", "decoding"),
      (500, #"{"id":1,"title":"t"}"#, "application/json", "unexpected"),
      (500, #"{"id":1,"title":"t"}"#, "application/problem+json", "unexpected"),
      (502, "<html>", "text/html", "unexpected"),
      (200, "<html>", "text/html", "unexpected"),
      (200, "{}", "application/json", "decoding"),
    ])
  func either(status: Int, content: String, type: String, expected: String) async throws {
    let response = HTTPResponse(
      try #require(HTTPStatus(status)), fields: [.contentType: try #require(HTTPFieldValue(type))],
      body: .bytes(Array(content.utf8)))
    let transport = ScriptedTransport([response])
    let group = ScheduleEndpoints(APIClient(baseURL: "http://localhost", transport: transport))
    let result: String
    do {
      switch try await group.delete(.init(id: 1)) {
      case .response(let schedule): result = "response(\(schedule.id))"
      case .errorResponse(let refusal): result = "errorResponse(\(refusal.reason))"
      }
    } catch let error as ClientError {
      result = error.code.description
    }
    #expect(result == expected)
  }
}
