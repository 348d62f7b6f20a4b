import ContractCoding
import ContractOpenAPI
import Testing

@Suite struct CallbackDiffTests {
  /// Returns a document in which the API sends the requests of an operation.
  private static func document(_ operation: JSONValue) throws -> OpenAPIDocument {
    var value = try OperationPair.document([:]).root.value
    var operation = operation
    if operation["responses"] == nil { operation["responses"] = ["200": ["description": "a result"]] }
    value["webhooks"] = ["order": ["post": operation]]
    value["paths"]?["/items/{id}"]?["post"]?["callbacks"] = ["paid": ["{$request.body#/url}": ["post": operation]]]
    return try OpenAPIDocument(value)
  }

  @Test(
    "A change of a webhook or callback is breaking if and only if a version refuses messages of the other",
    arguments: OperationPair.all.filter { $0.left["x-websocket"] == nil && $0.right["x-websocket"] == nil })
  func judgements(_ pair: OperationPair) throws {
    try check(pair.left, pair.right, pair.forward, "\(pair), forward")
    try check(pair.right, pair.left, pair.backward, "\(pair), backward")
  }

  private func check(_ old: JSONValue, _ new: JSONValue, _ rules: Set<DiffRule>, _ name: String) throws {
    let (before, now) = (try Self.document(old), try Self.document(new))
    let diff = OpenAPIDiff(from: before, to: now)
    #expect(Set(diff.changes.map(\.rule)) == rules, "\(name)")
    for change in diff.changes {
      let root = (change.isInNew ? now : before).root.value
      #expect(root[pointer: change.pointer] != nil, "\(name): \(change.pointer) is not in the document")
      #expect(change.isCallback)
    }
    for kind in ["webhook order (POST)", "POST /items/{id}, callback paid to {$request.body#/url} (POST)"] {
      let changes = diff.changes.filter { $0.operations == [kind] }
      #expect(Set(changes.map(\.rule)) == rules, "\(name), \(kind)")
      try check(changes, old, new, "\(name), \(kind)")
    }
  }

  /// Compares the severities with messages from the API of the new version to receivers of the old one.
  private func check(_ changes: [OpenAPIChange], _ old: JSONValue, _ new: JSONValue, _ name: String) throws {
    let (before, now) = (try OperationPair.document(old), try OperationPair.document(new))
    let sender = DescribedPeer(now, now.operations[0], isCallback: true)
    let receiver = DescribedPeer(before, before.operations[0], isCallback: true)
    var random = SeededRandom(seed: 7)
    var (oldValues, newValues) = (ValueGenerator(before, seed: 8), ValueGenerator(now, seed: 9))
    var refused = (requests: 0, responses: 0)
    for _ in 0..<MessageOracleTests.count {
      if !receiver.accepts(sender.request(&newValues, &random)) { refused.requests += 1 }
      if !sender.accepts(receiver.response(accepting: nil, &oldValues, &random)) { refused.responses += 1 }
    }
    let isBreaking = { direction in changes.contains { $0.direction == direction && $0.severity == .breaking } }
    #expect((refused.requests > 0) == isBreaking(.request), "\(name): \(refused.requests) requests are refused")
    #expect((refused.responses > 0) == isBreaking(.response), "\(name): \(refused.responses) responses are refused")
  }

  @Test("A removed webhook or callback is breaking, and a new one is safe")
  func presence() throws {
    let (none, both) = (try OperationPair.document([:]), try Self.document([:]))
    let removed = OpenAPIDiff(from: both, to: none)
    #expect(removed.changes.map(\.rule) == [.operationRemoved, .operationRemoved])
    #expect(removed.changes.map(\.severity) == [.breaking, .breaking])
    let added = OpenAPIDiff(from: none, to: both)
    #expect(added.changes.map(\.rule) == [.operationAdded, .operationAdded])
    #expect(added.changes.map(\.severity) == [.safe, .safe])
    var value = both.root.value
    value["paths"] = [:]
    // The callback of a removed operation is not reported again.
    #expect(OpenAPIDiff(from: both, to: try OpenAPIDocument(value)).changes.map(\.rule) == [.operationRemoved])
  }

  @Test("The values of a webhook are classified like those of responses, and a shared schema in both directions")
  func values() throws {
    func document(_ maximum: JSONValue) throws -> OpenAPIDocument {
      let content: JSONValue = ["application/json": ["schema": ["type": "integer", "maximum": maximum]]]
      let body: JSONValue = ["required": true, "content": content]
      var value = try OperationPair.document(["requestBody": body]).root.value
      let answer: JSONValue = ["200": ["description": "an answer", "content": content]]
      value["webhooks"] = ["order": ["post": ["requestBody": body, "responses": answer]]]
      return try OpenAPIDocument(value)
    }
    let changes = OpenAPIDiff(from: try document(5), to: try document(9)).changes
    #expect(Set(changes.map(\.rule)) == [.rangeWidened])
    #expect(
      Set(changes.filter { $0.severity == .breaking }.map(\.pointer))
        == ["/webhooks/order/post/requestBody/content/application~1json/schema/maximum"])
    #expect(changes.count == 3)
    let report = OpenAPIDiff(from: try document(5), to: try document(9)).text()
    #expect(report.contains("breaking range-widened: webhook order (POST), request\n"))
    #expect(report.contains("clients may receive values that they do not expect"))
  }

  @Test("An unreadable webhook or callback is incomparable, unless the documents are equal")
  func unreadable() throws {
    var value = try Self.document([:]).root.value
    value["webhooks"] = ["order": ["$ref": "#/components/pathItems/none"]]
    value["paths"]?["/items/{id}"]?["post"]?["callbacks"] = ["paid": ["$ref": "other.json"]]
    let (old, new) = (try Self.document([:]), try OpenAPIDocument(value))
    #expect(OpenAPIDiff(from: new, to: new).changes.isEmpty)
    let changes = OpenAPIDiff(from: old, to: new).changes.filter { $0.rule == .incomparable }
    #expect(changes.map(\.severity) == [.breaking, .breaking])
    #expect(changes.allSatisfy { $0.isInNew && new.root.value[pointer: $0.pointer] != nil })
  }
}
