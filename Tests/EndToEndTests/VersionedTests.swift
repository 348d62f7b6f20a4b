import ContractTestSupport
import ContractTesting
import Synchronization
import Testing

@Schema struct Memo: Equatable, Sendable, Mockable {
  var text: String
  static var mock: Memo { Memo(text: "mock") }
}

@API @Mock protocol Memos: Sendable {
  @GET("/notes/:id") func note(id: Int, known: IfNoneMatch?) async throws -> Versioned<Memo>?
  @GET("/plain/:id") func plain(id: Int) async throws -> Versioned<Memo>
  @HEAD("/notes/:id") func version(id: Int) async throws -> Versioned<Empty>
  @PUT("/notes/:id") func replace(id: Int, text: String, version: IfMatch) async throws -> Versioned<Memo>
  @POST("/notes/:id") @Status(201)
  func create(id: Int, text: String, absent: IfNoneMatch?) async throws -> Versioned<Memo>
  @DELETE("/notes/:id") func remove(id: Int, version: IfMatch?) async throws
  @GET("/notes") @ETag func list() async throws -> [Memo]
}

@Request(.put, "/notes/:id") struct ReplaceMemo {
  typealias Response = Versioned<Memo>
  @Path var id: Int
  @Header var version: IfMatch
  @Field var text: String
}

@Request(.get, "/notes") @ETag struct ListMemos { typealias Response = [Memo] }

@API final class MemoGroup: EndpointGroup {
  @PUT("/notes/:id") var replace: (ReplaceMemo) async throws -> Versioned<Memo>
  @GET("/notes") @ETag var list: Endpoint<Empty, [Memo]>
}

@API struct MemoScope {
  @PUT("/notes/{id: Int}") func replace(@Field text: String, @Header version: IfMatch) -> Versioned<Memo> {}
  @GET("/notes") @ETag func list() -> [Memo] {}
}

/// Memos whose versions are counted.
private final class MemoService: Memos {
  private let notes = Lock([1: (text: "a", version: 7)])
  private let reads = Atomic(0)

  var readCount: Int { reads.load(ordering: .relaxed) }

  private func found(_ id: Int) throws -> Versioned<Memo> {
    reads.add(1, ordering: .relaxed)
    guard let note = notes.withLock({ $0[id] }) else { throw TodoError.notFound }
    return Versioned(Memo(text: note.text), version: note.version)
  }

  private func write(
    _ id: Int, _ text: String, _ check: (EntityTag?) throws -> Void
  ) throws -> Versioned<Memo> {
    try notes.withLock { (notes) throws in
      let current = notes[id]?.version
      try check(current.map { EntityTag($0) })
      let version = (current ?? 0) + 1
      notes[id] = (text, version)
      return Versioned(Memo(text: text), version: version)
    }
  }

  func note(id: Int, known: IfNoneMatch?) async throws -> Versioned<Memo>? { id == 404 ? nil : try found(id) }
  func plain(id: Int) async throws -> Versioned<Memo> { try found(id) }
  func version(id: Int) async throws -> Versioned<Empty> { Versioned(Empty(), tag: try found(id).tag) }
  func replace(id: Int, text: String, version: IfMatch) async throws -> Versioned<Memo> {
    try write(id, text) { try version.check($0) }
  }
  func create(id: Int, text: String, absent: IfNoneMatch?) async throws -> Versioned<Memo> {
    try write(id, text) { try absent?.check($0) }
  }
  func remove(id: Int, version: IfMatch?) async throws {
    _ = try write(id, "") { try version?.check($0) }
  }
  func list() async throws -> [Memo] { [Memo(text: "a")] }
}

@Suite("Versions of resources")
struct VersionedTests {
  private func serve(
    _ middleware: [any ServerMiddleware] = [], _ body: (APIClient, MemoService) async throws -> Void
  ) async throws {
    let service = MemoService()
    var router = Router()
    router.add(MemosRoutes(service))
    try await withServer(Server(port: 0, threads: 1, middleware: middleware, router: router)) { client in
      try await body(client, service)
    }
  }

  private static func exchange(
    _ method: HTTPMethod, _ target: String, _ fields: HTTPFields, _ body: String? = nil
  ) async throws -> (status: Int, etag: String?, body: String) {
    var fields = fields
    if body != nil { fields[.contentType] = "application/json" }
    let request = HTTPRequest(method, target, fields: fields, body: body.map { .bytes(Array($0.utf8)) } ?? .empty)
    let raw = Endpoint<Empty, HTTPResponse>(method, "/")
    let response = try await MemosRoutes(MemoService()).inProcess.send(request, for: raw.operation)
    let text = String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
    return (response.status.code, response.fields["ETag"]?.rawValue, text)
  }

  @Test("A client reads a version, revalidates it, and replaces it once")
  func cycle() async throws {
    try await serve { (client, _) async throws in
      let notes = MemosAPI(client)
      let read = try #require(try await notes.note(id: 1))
      #expect(read == Versioned(Memo(text: "a"), version: 7))
      #expect(try await notes.note(id: 1, known: IfNoneMatch(read.tag)) == nil)
      let written = try await notes.replace(id: 1, text: "b", version: IfMatch(read.tag))
      #expect(written.tag == EntityTag(8))
      await #expect(throws: PreconditionFailed(current: EntityTag(8))) {
        try await notes.replace(id: 1, text: "c", version: IfMatch(read.tag))
      }
      await #expect(throws: PreconditionFailed(current: nil)) {
        try await notes.replace(id: 2, text: "c", version: .any)
      }
      #expect(try await notes.note(id: 1, known: IfNoneMatch(read.tag))?.value == Memo(text: "b"))
      #expect(try await notes.create(id: 2, text: "d", absent: .any).tag == EntityTag(1))
      await #expect(throws: PreconditionFailed(current: EntityTag(1))) {
        try await notes.create(id: 2, text: "e", absent: .any)
      }
      #expect(try await notes.create(id: 3, text: "f").tag == EntityTag(1))
      #expect(try await notes.version(id: 1).tag == EntityTag(8))
      await #expect(throws: PreconditionFailed.self) { try await notes.remove(id: 1, version: IfMatch(read.tag)) }
      try await notes.remove(id: 1, version: IfMatch(.these([read.tag, written.tag])))
    }
  }

  @Test("Request structs, groups and scopes send conditions")
  func forms() async throws {
    try await serve { (client, _) async throws in
      let stale = IfMatch(EntityTag(1))
      await #expect(throws: PreconditionFailed.self) {
        try await client.call(ReplaceMemo.endpoint, ReplaceMemo(id: 1, version: stale, text: "b"))
      }
      await #expect(throws: PreconditionFailed.self) {
        try await MemoGroup(client).replace(ReplaceMemo(id: 1, version: stale, text: "b"))
      }
      await #expect(throws: PreconditionFailed.self) {
        try await MemoScope(client).replace(id: 1, text: "b", version: stale)
      }
      #expect(try await MemoScope(client).replace(id: 1, text: "b", version: IfMatch(EntityTag(7))).tag == EntityTag(8))
      #expect(try await MemoGroup(client).list.request() == [Memo(text: "a")])
    }
    for operation in [
      ListMemos.endpoint.operation, MemoGroup.Endpoints.list.operation, MemoScope.Endpoints.list.operation,
    ] {
      #expect(operation.evaluatesEntityTags)
    }
  }

  /// A request, and the status and tag of its response.
  private static let rows: [(HTTPMethod, String, HTTPFields, String?, status: Int, etag: String?)] = [
    (.get, "/notes/1", [:], nil, 200, "\"7\""),
    (.get, "/notes/1", ["If-None-Match": "\"7\""], nil, 304, "\"7\""),
    (.get, "/notes/1", ["If-None-Match": "\"6\", W/\"7\""], nil, 304, "\"7\""),
    (.get, "/notes/1", ["If-None-Match": "*"], nil, 304, "\"7\""),
    (.get, "/notes/1", ["If-None-Match": "\"6\""], nil, 200, "\"7\""),
    (.get, "/notes/1", ["If-None-Match": "7"], nil, 400, nil),
    (.get, "/notes/2", ["If-None-Match": "*"], nil, 500, nil),
    (.get, "/notes/404", ["If-None-Match": "\"9\""], nil, 304, "\"9\""),
    (.get, "/notes/404", [:], nil, 500, nil),
    (.get, "/plain/1", ["If-None-Match": "\"7\""], nil, 304, "\"7\""),
    (.get, "/plain/1", ["If-None-Match": "7"], nil, 200, "\"7\""),
    (.head, "/notes/1", ["If-None-Match": "\"7\""], nil, 304, "\"7\""),
    (.put, "/notes/1", [:], #"{"text":"b"}"#, 428, nil),
    (.put, "/notes/1", [:], "{}", 428, nil),
    (.put, "/notes/1", ["If-Match": "7"], #"{"text":"b"}"#, 400, nil),
    (.put, "/notes/1", ["If-Match": "\"7"], #"{"text":"b"}"#, 400, nil),
    (.put, "/notes/1", ["If-Match": ", ,"], #"{"text":"b"}"#, 400, nil),
    (.put, "/notes/1", ["If-Match": "\"7\""], "{}", 400, nil),
    (.put, "/notes/1", ["If-Match": "W/\"7\""], #"{"text":"b"}"#, 412, nil),
    (.put, "/notes/1", ["If-Match": "\"6\""], #"{"text":"b"}"#, 412, nil),
    (.put, "/notes/1", ["If-Match": "\"6\" , ,\"7\""], #"{"text":"b"}"#, 200, "\"8\""),
    (.put, "/notes/1", ["If-Match": "*"], #"{"text":"b"}"#, 200, "\"8\""),
    (.delete, "/notes/1", [:], nil, 204, nil),
    (.delete, "/notes/1", ["If-Match": "\"6\""], nil, 412, nil),
  ]

  @Test("The server responds to conditions with 304, 400, 412 and 428", arguments: rows.indices)
  func statuses(row: Int) async throws {
    let (method, target, fields, body, status, etag) = Self.rows[row]
    let response: (status: Int, etag: String?, body: String)
    do {
      response = try await Self.exchange(method, target, fields, body)
    } catch {
      response = (500, nil, "")
    }
    #expect(response.status == status, "\(method) \(target) \(fields)")
    #expect(response.etag == etag, "\(method) \(target) \(fields)")
    if status == 304 { #expect(response.body == "") }
  }

  @Test("A 428 names every fault, and a 412 the current version")
  func problems() async throws {
    let missing = try await Self.exchange(.put, "/notes/1", [:], "{}")
    #expect(missing.body.contains(#""status":428,"detail":"expected header value `If-Match`""#))
    #expect(missing.body.contains(#""errors":[{"in":"header","name":"If-Match","code":"missing""#))
    #expect(missing.body.contains(#""pointer":"/text""#))
    let failed = try await Self.exchange(.put, "/notes/1", ["If-Match": "\"6\""], #"{"text":"b"}"#)
    #expect(
      failed.body
        == #"{"title":"Precondition Failed","status":412,"code":"preconditionFailed","current":"\"7\""}"#)
  }

  @Test("@ETag tags the bytes of a body, and a matching tag results in 304")
  func computedTags() async throws {
    let response = try await Self.exchange(.get, "/notes", [:])
    let tag = try #require(response.etag.flatMap { HTTPFieldValue($0) })
    let again = try await Self.exchange(.get, "/notes", ["If-None-Match": tag])
    #expect(again.status == 304 && again.etag == tag.rawValue && again.body == "")
    let other = try await Self.exchange(.get, "/notes", ["If-None-Match": "\"x\""])
    #expect(other.status == 200 && other.body == response.body)
  }

  @Test("Middleware for conditions and compression keeps versions, and lets the service check changes")
  func middleware() async throws {
    try await serve([Compression(minBytes: 1), ConditionalRequests()]) { (client, service) async throws in
      let notes = MemosAPI(client)
      let read = try await notes.plain(id: 1)
      #expect(read.tag == EntityTag(7))
      #expect(service.readCount == 1)
      await #expect(throws: PreconditionFailed(current: EntityTag(7))) {
        try await notes.replace(id: 1, text: "b", version: IfMatch(EntityTag(1)))
      }
      #expect(try await notes.replace(id: 1, text: "b", version: IfMatch(read.tag)).tag == EntityTag(8))
      #expect(service.readCount == 1)
      #expect(try await notes.note(id: 1, known: IfNoneMatch(EntityTag(8))) == nil)
    }
  }

  @Test("A client's cache revalidates a version, and a known version bypasses the cache")
  func cache() async throws {
    try await serve { (client, service) async throws in
      let cache = HTTPCache()
      let notes = MemosAPI(client.cache(cache))
      #expect(try await notes.note(id: 1)?.tag == EntityTag(7))
      #expect(cache.count == 1)
      #expect(try await notes.note(id: 1)?.value == Memo(text: "a"))
      #expect(try await notes.note(id: 1, known: IfNoneMatch(EntityTag(7))) == nil)
      #expect(service.readCount == 3)
      #expect(try await notes.list() == [Memo(text: "a")])
      #expect(try await notes.list() == [Memo(text: "a")])
    }
  }

  /// A response of another server to a change.
  private static let failures: [(HTTPResponse, PreconditionFailed)] = [
    (HTTPResponse(.preconditionFailed), PreconditionFailed()),
    (HTTPResponse(.preconditionFailed, fields: ["ETag": "\"9\""]), PreconditionFailed(current: EntityTag(9))),
  ]

  @Test("A 412 without a code is thrown as the same failure as a 412 with a code", arguments: failures)
  func foreignFailures(response: HTTPResponse, failure: PreconditionFailed) async throws {
    let raw = Endpoint<ReplaceMemo, HTTPResponse>(.put, "/notes/:id")
    let notes = MemosAPI(Route(raw) { _ in response }.inProcess)
    await #expect(throws: failure) { try await notes.replace(id: 1, text: "b", version: .any) }
  }

  @Test("A version without a tag, or a 304 to an unconditional read, does not decode")
  func foreignReads() async throws {
    let untagged = HTTPResponse(
      .ok, fields: [.contentType: "application/json"], body: .bytes(Array(#"{"text":"a"}"#.utf8)))
    let rows: [(HTTPResponse, ClientError.Code)] = [
      (untagged, .decoding), (HTTPResponse(.notModified), .unexpected),
    ]
    for (response, code) in rows {
      let raw = Endpoint<Empty, HTTPResponse>(.get, "/plain/1")
      let error = await #expect(throws: ClientError.self) {
        _ = try await MemosAPI(Route(raw) { _ in response }.inProcess).plain(id: 1)
      }
      #expect(error?.code == code)
    }
  }

  @Test("An operation describes its tag, its condition and its failure")
  func description() {
    let read = MemosEndpoints.note.operation
    #expect(read.evaluatesEntityTags && read.responseHeaders.map(\.name) == ["ETag"])
    #expect(read.inputs.map(\.name) == ["id", "If-None-Match"] && read.failures.isEmpty)
    let write = MemosEndpoints.replace.operation
    #expect(write.inputs.map(\.name) == ["id", "text", "If-Match"])
    #expect(write.declares(PreconditionFailed.self) && ReplaceMemo.endpoint.operation.declares(PreconditionFailed.self))
    #expect(MemosEndpoints.create.operation.successStatus == .created)
    #expect(!MemosEndpoints.list.operation.declares(PreconditionFailed.self))
  }

  @Test("Mocks return versions and examples")
  func mocks() async throws {
    let mock = MemosMock(policy: .examples)
    #expect(try await mock.plain(id: 1) == Versioned(Memo.mock, version: 1))
    #expect(try await mock.note(id: 1, known: nil)?.tag == EntityTag(1))
    mock.mockReplace { _, text, version in
      try version.check(EntityTag(1))
      return Versioned(Memo(text: text), version: 2)
    }
    await #expect(throws: PreconditionFailed.self) {
      try await mock.replace(id: 1, text: "b", version: IfMatch(EntityTag(3)))
    }
    #expect(try await mock.replace(id: 1, text: "b", version: .any).tag == EntityTag(2))
    let caller = MockCaller()
    caller.on(MemosEndpoints.note) { _ in Versioned(Memo(text: "c"), version: 3) }
    #expect(try await MemosAPI(caller).note(id: 1, known: IfNoneMatch(EntityTag(3))) == nil)
  }
}
