import ContractTesting
import Testing

@Suite("MockCaller")
struct MockCallerTests {
  let mock = MockCaller()

  @Test("A mock caller serves groups, scopes, requests and plain endpoints, and records their inputs")
  func shapes() async throws {
    mock.on(SchedulesAPI.Endpoints.getSchedules) { [SchedulesAPI.Schedule(title: "page \($0.page)")] }
    #expect(try await SchedulesAPI(mock).getSchedules(.init(page: 3)).map(\.title) == ["page 3"])
    #expect(mock.calls(of: SchedulesAPI.Endpoints.getSchedules).map(\.page) == [3])

    mock.on(PetStore.Endpoints.petFindByTags) { $0.tags.map { PetModel(id: 1, name: $0, status: .sold) } }
    #expect(try await PetStore(mock).pet.findByTags(["a", "b"]).map(\.name) == ["a", "b"])
    #expect(mock.calls(of: PetStore.Endpoints.petFindByTags).map(\.tags) == [["a", "b"]])

    mock.on(APIKit.SetPush.endpoint) { APIKit.SetPush.Response(code: $0.pushReplyMe == true ? 1 : 0) }
    #expect(try await APIKit.SetPush(pushReplyMe: true).perform(with: mock).code == 1)

    let version = Endpoint<Empty, String>(.get, "/version")
    mock.on(version) { _ in "1.4" }
    #expect(try await version.with(mock).request() == "1.4")
    mock.resetCalls()
    #expect(mock.calls(of: version).isEmpty)
  }

  @Test("A mock caller throws declared failures and reports unmocked endpoints")
  func failures() async throws {
    mock.on(PetStore.Endpoints.petPetByIDGet) { _ in throw PetError.unknown }
    await #expect(throws: PetError.unknown) { _ = try await PetStore(mock).pet("7").get() }
    let error = await #expect(throws: MockError.self) { _ = try await SchedulesAPI(mock).check() }
    #expect(
      error?.description
        == "SchedulesAPI.check was called without an implementation; set one with on(endpoint) { … } first")
  }

  @Test("A mock caller passes unmocked calls to another caller")
  func passThrough() async throws {
    let outer = MockCaller(policy: .passThrough(to: mock))
    mock.on(SchedulesAPI.Endpoints.getSchedules) { _ in [SchedulesAPI.Schedule(title: "inner")] }
    #expect(try await SchedulesAPI(outer).getSchedules(.init(page: 1)).map(\.title) == ["inner"])
    #expect(outer.calls(of: SchedulesAPI.Endpoints.getSchedules).isEmpty)
  }

  @Test("A mock caller returns the example of a result type")
  func examples() async throws {
    mock.on(Endpoint<Empty, Example>(.get, "/example"))
    let endpoint = Endpoint<Empty, Example>(.get, "/other")
    mock.on(endpoint)
    let example = try await endpoint.with(mock).request()
    #expect(example == Example.mock)
  }

  struct Example: Codable, Equatable, Mockable {
    var name: String
    static var mock: Example { Example(name: "an example") }
  }
}
