import Contract
import ContractMacroFixtures
import ContractTesting
import Testing

/// The shapes of functions, in a module whose types are isolated to the main actor and have the toolkit's names.
@Suite("Result and parameter kinds of functions")
struct ProfilesTests {
  private let mock = ProfilesMock()
  private let api: ProfilesAPI

  init() {
    api = ProfilesAPI(ProfilesRoutes(mock).inProcess)
  }

  @Test("A function returns a value with its response")
  func tuples() async throws {
    mock.mockProfile { id in (Profile(id: id, name: "a"), HTTPResponse(.accepted)) }
    mock.mockCreate { name in (name.isEmpty ? nil : Profile(id: 1, name: name), HTTPResponse(.created)) }
    mock.mockName { _ in ("text", HTTPResponse(.ok)) }
    let both = try await api.profile(id: 3)
    #expect(both.profile == Profile(id: 3, name: "a"))
    #expect(both.response.status == .accepted)
    #expect(try await api.create(name: "b").0?.name == "b")
    #expect(try await api.create(name: "").0 == nil)
    #expect(try await api.name(id: 1).0 == "text")
  }

  @Test("A function calls a completion handler")
  func completions() async throws {
    mock.mockLater { id, limit, note in Profile(id: id, name: "\(limit) \(note ?? "-")") }
    mock.mockRemove { _ in throw TodoError.notFound }
    mock.mockPurge { (Profile(id: 9, name: "p"), HTTPResponse(.accepted)) }
    let api = api
    let profile: Profile = try await Completion.value { api.later(id: 4, completion: $0) }
    #expect(profile == Profile(id: 4, name: "3 -"))
    #expect(mock.laterCalls.map(\.limit) == [3])
    await #expect(throws: TodoError.notFound) { try await Completion.value { api.remove(1, $0) } }
    let purged: (Profile, HTTPResponse) = try await Completion.value { api.purge(self: $0) }
    #expect(purged.0.id == 9)
    #expect(purged.1.status == .accepted)
  }

  @Test("A function takes multipart parts and a user's type called Part")
  func parts() async throws {
    mock.mockUpload { file, others, cover, title in
      file.bytes.count + others.count * 10 + (cover == nil ? 0 : 100) + title.utf8.count * 1000
    }
    mock.mockKeep { _ in [] }
    let part = Contract::Part(text: "abc")
    #expect(try await api.upload(file: part, others: [part, part], cover: nil, title: "a") == 1023)
    #expect(try await api.upload(file: part, others: [], cover: part, title: "") == 103)
    #expect(try await api.keep(part: ContractMacroFixtures::Part()) == [])
  }

  @Test("Overloaded functions are distinguished")
  func overloads() async throws {
    #expect(
      ProfilesEndpoints.all.map(\.id).suffix(4) == [
        "Profiles.user", "Profiles.userIdVerbose", "Profiles.userNameNick", "Profiles.userName",
      ])
    mock.mockUser { nil }
    mock.mockUserIdVerbose { id, verbose in Profile(id: id, name: "\(verbose)") }
    mock.mockUserNameNick { name, nick in [Profile(id: 0, name: name + (nick ?? ""))] }
    mock.mockUserName { name in [Profile(id: 1, name: name)] }
    #expect(try await api.user() == nil)
    #expect(try await api.user(id: 2) == Profile(id: 2, name: "false"))
    #expect(try await api.user("a", nick: "b") == [Profile(id: 0, name: "ab")])
    #expect(try await api.user("a") == [Profile(id: 1, name: "a")])
    let any: any Profiles = api
    #expect(try await any.user(id: 3).id == 3)
    #expect(mock.userCalls.count == 1)
    #expect(mock.userIdVerboseCalls.map(\.id) == [2, 3])
    #expect(mock.userNameNickCalls.map(\.nick) == ["b"])
    #expect(mock.userNameCalls.map(\.name) == ["a"])
  }
}
