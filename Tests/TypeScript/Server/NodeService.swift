import ContractServer
import FoundationEssentials

/// Keeps nothing: each function returns its input, or an error by the input's value.
struct NodeService: Nodes {
  func node(id: Int, tags: [String], since: Date?, deep: Bool?, trace: String?, session: String?) throws -> Node {
    if id == 404 { throw NodeError.notFound(id: .max) }
    if id == 409 { throw NodeError.taken(name: "milk", by: 7) }
    if id == 410 { throw NodeError.locked }
    var node = sample(id)
    node.name = tags.joined(separator: "+")
    node.at = since ?? node.at
    node.extra = [
      "deep": deep.map { .bool($0) } ?? .null, "trace": .string(trace ?? ""), "session": .string(session ?? ""),
    ]
    return node
  }

  func create(node: Node) -> (Node, location: String, serial: Int) { (node, "/nodes/\(node.id)", .max) }

  func edit(id: Int, name: Patch<String>, parent: Patch<Int>) -> String { "\(name) \(parent)" }

  func replace(id: Int, name: String, count: Int) -> Node {
    var node = sample(id)
    node.name = name
    node.sizes = ["count": count]
    return node
  }

  func remove(id: Int) {}

  func count() -> (Empty, totalCount: Int) { (Empty(), .min) }

  func options() -> [String: Int] { ["largest": .max] }

  func next(id: Int) -> Node? { id == 0 ? nil : sample(id) }

  func send(title: String) -> Sent {
    switch title {
    case "new": .created(location: "/inbox/1")
    case "other": .elsewhere(location: "/outbox")
    default: .existing(sample(1))
    }
  }

  func echo(events: [Event]) -> [Event] { events }

  func form(title: String, tags: [String], count: Int?) -> String {
    "\(title) [\(tags.joined(separator: "|"))] \(count.map { "\($0)" } ?? "none")"
  }

  func upload(title: String, file: Part, more: [Part]) -> [String] {
    [title]
      + ([file] + more).map { part in
        "\(part.fileName ?? "none") \(part.mimeType ?? "none") \(part.bytes.count) \(part.bytes.reduce(0) { $0 + Int($1) })"
      }
  }

  func watch(id: Int) -> ServerEvents<String> {
    ServerEvents(failing(["a", "b\nc"], id))
  }

  func export(id: Int) -> JSONLines<Node> { JSONLines(failing([], id)) }

  /// Returns values that end with a declared error.
  private func failing<Value: Sendable>(_ values: [Value], _ id: Int) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream { continuation in
      for value in values { continuation.yield(value) }
      continuation.finish(throwing: NodeError.notFound(id: id))
    }
  }

  func text(_ text: String) -> String { text }

  func bytes(_ bytes: [UInt8]) -> [UInt8] { bytes.reversed() }

  func load(nodes: JSONLines<Node>) async throws -> JSONLines<String> {
    var lines: [String] = []
    for try await node in nodes {
      let milliseconds = Int((node.at.timeIntervalSince1970 * 1000).rounded())
      lines.append("\(node.id) \(node.name) \(milliseconds) \(node.data.count)")
    }
    return JSONLines(lines)
  }

  func relay(_ bytes: ByteStream, mediaType: String?) async throws -> ByteStream {
    ByteStream(try await bytes.collect(upTo: 64 << 20), mediaType: mediaType.flatMap { MediaType($0) })
  }

  func search(ids: [Int], filter: Filter?) -> String {
    "\(ids.map { "\($0)" }.joined(separator: "+")) \(filter.map { "\($0.state) \($0.page.size)" } ?? "none")"
  }

  func key() -> String { "admitted" }

  func slow(milliseconds: Int) async throws -> String {
    try await Task.sleep(for: .milliseconds(max(0, min(milliseconds, 60_000))))
    return "late"
  }

  private func sample(_ id: Int) -> Node {
    var leaf = Node(
      id: .min, name: "leaf", ratio: 1e300, at: Date(timeIntervalSince1970: 1), data: Data(), state: .unknown("asleep"),
      owner: .clear, sizes: [:], extra: nil, children: [])
    leaf.extra = ["big": .number(JSONDigits(Int.max)), "small": 1]
    return Node(
      id: id, name: "root", ratio: 0.5, at: Date(timeIntervalSince1970: 1_700_000_000.25), data: Data([0, 255, 128]),
      state: .known(.open), owner: .set(.max), sizes: ["all": .max, "none": 0], extra: nil, children: [leaf])
  }
}
