import Contract
import ContractMacroFixtures
import ContractTesting
import FoundationEssentials
import Testing

/// A contract of another module, mocked, served and called.
@Suite("Kinds of functions")
struct CatalogueTests {
  private let mock = CatalogueMock()
  private let api: CatalogueAPI

  init() {
    api = CatalogueAPI(CatalogueRoutes(mock).inProcess)
  }

  @Test("Query values are sent, replaced by their defaults, or omitted")
  func query() async throws {
    mock.mockFind { limit, color, tags, text, ids in
      [Page(number: limit, words: [color.rawValue, tags.joined(separator: "+"), text ?? "-", "\(ids ?? [])"])]
    }
    #expect(try await api.find() == [Page(number: 20, words: ["red", "", "-", "[]"])])
    #expect(
      try await api.find(limit: -1, color: .green, tags: ["a b", "&"], text: "é?", ids: [1, 2])
        == [Page(number: -1, words: ["green", "a b+&", "é?", "[1, 2]"])])
    let catalogue: any Catalogue = mock
    #expect(try await catalogue.find(color: .green).first?.words.first == "green")
  }

  @Test("Header values are sent under their names")
  func headers() async throws {
    mock.mockPage { number, version, key in Page(number: number, words: ["\(version?.major ?? 0)", key ?? "-"]) }
    #expect(try await api.page(number: 3) == Page(number: 3, words: ["0", "-"]))
    #expect(
      try await api.page(number: 3, version: Version(major: 2), xAPIKey: "k") == Page(number: 3, words: ["2", "k"]))
    #expect(CatalogueEndpoints.page.operation.inputs.map(\.name) == ["number", "Version", "X-Api-Key"])
  }

  @Test("A call through the protocol may omit any of several optional values")
  func omittedOptionals() async throws {
    mock.mockPage { number, version, key in Page(number: number, words: ["\(version?.major ?? 0)", key ?? "-"]) }
    let catalogue: any Catalogue = mock
    #expect(try await catalogue.page(number: 3).words == ["0", "-"])
    #expect(try await catalogue.page(number: 3, xAPIKey: "k").words == ["0", "k"])
    #expect(try await mock.page(number: 3, version: Version(major: 2)).words == ["2", "-"])
  }

  @Test("Body fields are sent to the service")
  func fields() async throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    mock.mockCreate { number, words, note, color, at in
      Page(number: number, words: words + [note ?? "-", color.rawValue, "\(at == date)"])
    }
    #expect(
      try await api.create(number: 1, words: [], color: .red, at: date)
        == Page(number: 1, words: ["-", "red", "true"]))
    mock.mockChange { number, words, scale in scale.map { Page(number: number, words: words + ["\($0)"]) } }
    #expect(try await api.change(number: 1, scale: 0.5) == Page(number: 1, words: ["a", "0.5"]))
    #expect(try await api.change(number: 1, words: []) == nil)
  }

  @Test("A whole body of every type is sent and returned")
  func bodies() async throws {
    let page = Page(number: 1, words: ["w"])
    mock.mockReplace { _, _, _ in }
    try await api.replace(7, with: page, notify: true)
    #expect(mock.replaceCalls.map(\.page) == [page])
    mock.mockEcho { $0 }
    #expect(try await api.echo(text: "täxt") == "täxt")
    mock.mockBytes { $0 }
    #expect(try await api.bytes([0, 255]) == [0, 255])
    mock.mockData { $0 }
    #expect(try await api.data(data: Data([1, 2])) == Data([1, 2]))
    mock.mockOptional { $0 }
    #expect(try await api.optional(page: page) == page)
    #expect(try await api.optional() == nil)
    mock.mockSearch { page, flags in page.number + flags.count }
    #expect(try await api.search(page: page, flags: [true, false]) == 3)
  }

  @Test("A function may return nothing")
  func nothing() async throws {
    let id = UUID()
    mock.mockRemove { _ in }
    try await api.remove(id: id)
    #expect(mock.removeCalls.map(\.id) == [id])
    mock.mockCheck { _ in }
    try await api.check(number: 1)
    mock.mockOptions { _ in Contract::Empty() }
    _ = try await api.options(origin: "here")
    mock.mockPurge {}
    try await api.purge()
  }

  @Test("Failures of the function and of the protocol are thrown")
  func failures() async throws {
    let until = Date(timeIntervalSince1970: 1_700_000_000)
    for failure in [PageError.missing, .taken(by: "Ann", until: until), .taken(by: "Bob", until: nil), .burned(7, "x")]
    {
      mock.mockPage { _, _, _ in throw failure }
      await #expect(throws: failure) { try await api.page(number: 1) }
    }
    mock.mockPage { _, _, _ in throw AccessError.forbidden }
    await #expect(throws: AccessError.forbidden) { try await api.page(number: 1) }
    mock.mockPurge { throw AccessError.forbidden }
    await #expect(throws: AccessError.forbidden) { try await api.purge() }
  }
}
