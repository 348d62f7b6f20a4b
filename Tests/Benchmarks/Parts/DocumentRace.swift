internal import BenchmarkTodos
internal import ContractOpenAPI
internal import ContractServer

/// The time that a document of many operations takes: its export from a contract, its JSON, and its comparison with another.
struct DocumentRace {
  static let operationCount = 10_000

  var rounds: Int

  func run() throws {
    let operations = try Self.operations()
    let (old, new) = (Self.api(operations), Self.api(Array(operations.dropLast())))
    var (exports, texts, reads, diffs) = ([Double](), [Double](), [Double](), [Double]())
    for _ in 0..<rounds {
      let document = try Self.time(&exports) { try old.export().document }
      let bytes = try Self.time(&texts) { Array(try old.json().utf8) }
      let read = try Self.time(&reads) { try OpenAPIDocument(parsing: bytes) }
      let other = try OpenAPIDocument(try new.export().document)
      let diff = Self.time(&diffs) { OpenAPIDiff(from: read, to: other) }
      guard diff.changes.map(\.severity) == [.breaking], document["paths"]?.object?.count == Self.operationCount else {
        throw WrongDiff(count: diff.changes.count)
      }
    }
    for (name, times) in [("export", exports), ("export_json", texts), ("read", reads), ("diff", diffs)] {
      print("documents.\(Self.operationCount).\(name)_ms: \(Median.of(times).rounded(digits: 0))")
    }
  }

  /// The three operations of the contract under thousands of paths.
  private static func operations() throws -> [APIOperation] {
    let routes = TodosRoutes(Unused())
    return try (0..<(operationCount / 3 + 1)).flatMap { number in
      routes.mounted(at: try PathTemplate("/resource\(number)"), named: "resource\(number)").map(\.operation)
    }.prefix(operationCount).map { $0 }
  }

  private static func api(_ operations: [APIOperation]) -> OpenAPI {
    OpenAPI(title: "Resources", version: "1", operations)
  }

  /// Appends the milliseconds of processor time of a function.
  private static func time<T>(_ times: inout [Double], _ body: () throws -> T) rethrows -> T {
    let start = ProcessorTime.ofThread()
    let result = try body()
    times.append(Double(ProcessorTime.ofThread() - start) / 1e6)
    return result
  }
}

/// A service that is described, and not called.
private struct Unused: Todos {
  func plaintext() -> String { "" }

  func list(user: Int, limit: Int, done: Bool?) -> [Todo] { [] }

  func create(title: String, done: Bool, tags: [String], owner: Owner) -> CreatedTodo { Samples.createdTodo }
}

/// A comparison that did not find the one removed operation.
private struct WrongDiff: Error, CustomStringConvertible {
  var count: Int
  var description: String { "one removed operation resulted in \(count) changes" }
}
