import ContractCoding
import ContractOpenAPI
import Testing

@Suite struct MessageOracleTests {
  /// The number of messages of one version that the other must accept.
  static let count = 1_000

  @Test(
    "A change of an operation is breaking if and only if a version refuses messages of the other",
    arguments: OperationPair.all)
  func judgements(_ pair: OperationPair) throws {
    let (left, right) = (try OperationPair.document(pair.left), try OperationPair.document(pair.right))
    try check(left, right, pair.forward, "\(pair), forward")
    try check(right, left, pair.backward, "\(pair), backward")
  }

  @Test("Changes of placeholders, servers and descriptions affect no message")
  func documentation() throws {
    let old = try OperationPair.document([:])
    try check(
      old, OperationPair.document([:], path: "/items/{key}", name: "key"), [.pathParameterRenamed], "a placeholder")
    var value = old.root.value
    value["servers"] = [["url": "/v2"]]
    value["info"] = ["title": "Things", "version": "2"]
    try check(old, OpenAPIDocument(value), [.serversChanged, .descriptionChanged], "the document")
  }

  @Test("A server that moves an API key from a header to the query refuses the requests of existing clients")
  func schemes() throws {
    let operation: JSONValue = ["security": [["key": []]]]
    let old = try OperationPair.document(operation)
    try check(old, OperationPair.document(operation, key: "query"), [.securitySchemeChanged], "a scheme")
  }

  @Test(
    "The name of an API key is case-sensitive in queries and cookies, but not in headers",
    arguments: ["header", "query", "cookie"])
  func keys(location: String) throws {
    let old = try OperationPair.document(["security": [["key": []]]], key: location)
    var value = old.root.value
    value["components"] = ["securitySchemes": ["key": ["type": "apiKey", "in": .string(location), "name": "x-key"]]]
    let changes = OpenAPIDiff(from: old, to: try OpenAPIDocument(value)).changes
    #expect(changes.map(\.rule) == (location == "header" ? [] : [.securitySchemeChanged]))
  }

  @Test("A removed operation is breaking, and a new one is safe")
  func operations() throws {
    let old = try OperationPair.document([:])
    let new = try OperationPair.document([:], path: "/things/{id}")
    let diff = OpenAPIDiff(from: old, to: new)
    #expect(diff.changes.map(\.rule) == [.operationRemoved, .operationAdded])
    #expect(diff.changes.map(\.severity) == [.breaking, .safe])
    // A request of the old version has no operation in the new one.
    #expect(new.operations.first { $0.path == old.operations[0].path } == nil)
  }

  @Test("Every diff rule has a row in an oracle")
  func coverage() {
    var rules: Set<DiffRule> = [
      .pathParameterRenamed, .serversChanged, .securitySchemeChanged, .operationRemoved, .operationAdded,
    ]
    for pair in SchemaPair.all { rules.formUnion(pair.forward.union(pair.backward)) }
    for pair in OperationPair.all { rules.formUnion(pair.forward.union(pair.backward)) }
    let missing = DiffRule.allCases.filter { !rules.contains($0) }
    #expect(missing.isEmpty, "without a row: \(missing)")
  }

  private func check(_ old: OpenAPIDocument, _ new: OpenAPIDocument, _ rules: Set<DiffRule>, _ name: String) throws {
    let diff = OpenAPIDiff(from: old, to: new)
    #expect(Set(diff.changes.map(\.rule)) == rules, "\(name)")
    for change in diff.changes {
      let root = (change.isInNew ? new : old).root.value
      #expect(root[pointer: change.pointer] != nil, "\(name): \(change.pointer) is not in the document")
    }
    let isBreaking = { direction in diff.changes.contains { $0.direction == direction && $0.severity == .breaking } }
    let (before, now) = (DescribedPeer(old, old.operations[0]), DescribedPeer(new, new.operations[0]))
    var random = SeededRandom(seed: 7)
    var (oldValues, newValues) = (ValueGenerator(old, seed: 8), ValueGenerator(new, seed: 9))
    var refused = (requests: 0, responses: 0)
    for _ in 0..<Self.count {
      if !now.accepts(before.request(&oldValues, &random)) { refused.requests += 1 }
      let type = before.acceptedTypes.sorted().randomElement(using: &random)
      let response = now.response(accepting: type, &newValues, &random)
      if !before.accepts(response) { refused.responses += 1 }
    }
    #expect((refused.requests > 0) == isBreaking(.request), "\(name): \(refused.requests) requests are refused")
    #expect((refused.responses > 0) == isBreaking(.response), "\(name): \(refused.responses) responses are refused")
  }
}
