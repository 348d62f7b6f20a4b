import Glibc
import Testing

/// What the compiler says about some source that imports `Contract`.
private struct Compilation {
  /// The errors, each as `line: text`.
  let errors: [String]
  /// The errors in generated code, each once, as `text`.
  let generatedErrors: [String]

  init(of source: String) throws {
    let file = try TemporaryFile(source)
    let output = try Self.run(Self.command + " " + file.path + " 2>&1")
    self.errors = output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
      guard parts.count == 5, parts[0].hasSuffix(".swift"), parts[3] == " error" else { return nil }
      return "\(parts[1]):\(parts[4])"
    }
    let generated = output.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("macro expansion "), let mark = line.firstRange(of: ": error: ") else { return nil }
      return String(line[mark.upperBound...])
    }
    self.generatedErrors = generated.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    if errors.isEmpty, generatedErrors.isEmpty { #expect(output == "") }
  }

  /// The folder of the build that these tests belong to.
  private static let build = String(CommandLine.arguments[0].prefix(upTo: folderEnd))

  private static var folderEnd: String.Index {
    let path = CommandLine.arguments[0]
    return path.lastIndex(of: "/") ?? path.startIndex
  }

  private static var command: String {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let maps = ["\(build)/CPosix.build/module.modulemap", "/\(package)/Sources/CZlib/module.modulemap"]
    return "swiftc -typecheck -swift-version 6 -parse-as-library -no-color-diagnostics -I \(build)/Modules"
      + " -load-plugin-executable \(build)/ContractMacros-tool#ContractMacros"
      + maps.map { " -Xcc -fmodule-map-file=\($0)" }.joined()
  }

  private static func run(_ command: String) throws -> String {
    let pipe = try #require(popen(command, "r"))
    defer { pclose(pipe) }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { output += chunk[..<count] }
    return String(decoding: output, as: UTF8.self)
  }
}

/// A source file that goes away with the value.
private final class TemporaryFile {
  let path: String
  private let folder: String

  init(_ text: String) throws {
    self.folder = "/tmp/contract-tests-\(UInt64.random(in: 0...UInt64.max))"
    try #require(mkdir(folder, 0o700) == 0)
    self.path = folder + "/Source.swift"
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
  }

  deinit {
    unlink(path)
    rmdir(folder)
  }
}

@Suite("The compiler")
struct CompilerTests {
  private static let contract = """
    import Contract
    @API @Mock protocol Todos: Sendable {
      @GET("/plain") func plain(id: Int) async throws -> Int
      @GET("/defaulted") @Default("limit", 20) func defaulted(limit: Int) async throws -> Int
      @GET("/optional") func optional(tag: String?) async throws -> Int
    }

    """

  private static let functions = [
    "  func plain(id: Int) async throws -> Int { id }\n",
    "  func defaulted(limit: Int) async throws -> Int { limit }\n",
    "  func optional(tag: String?) async throws -> Int { 1 }\n",
  ]

  @Test("takes a service with every endpoint")
  func complete() throws {
    let source = Self.contract + "struct Store: Todos {\n" + Self.functions.joined() + "}\n"
    #expect(try Compilation(of: source).errors == [])
  }

  @Test("refuses a service without one of its endpoints", arguments: 0..<3)
  func missing(_ index: Int) throws {
    var functions = Self.functions
    functions.remove(at: index)
    let source = Self.contract + "struct Store: Todos {\n" + functions.joined() + "}\n"
    #expect(try Compilation(of: source).errors == ["7: type 'Store' does not conform to protocol 'Todos'"])
  }

  @Test("says a mistake once, without errors in generated code and in its uses")
  func noCascade() throws {
    let source = """
      import Contract
      @API @Mock protocol Todos: Sendable {
        @GET("/todos/:id") func one() async throws -> Int
        @GET("/todos") func two(limit: Int) -> Int
        @GET("/plain") func plain(id: Int) async throws -> Int
      }
      func use(_ caller: any EndpointCaller) async throws {
        let api = TodosAPI(caller)
        _ = try await api.one() + api.two(limit: 1) + api.plain(id: 1)
        _ = TodosRoutes(TodosMock())
      }
      """
    #expect(
      try Compilation(of: source).errors.map { $0.prefix { $0 != "," && $0 != ";" } } == [
        "3: The placeholder 'id' has no parameter", "4: 'two(limit:)' must be 'async throws'",
      ])
  }

  static let contractsWithUser: [(String, [String])] = [
    ("@GET(\"/a\") func a() async throws -> User", ["a result must be Codable: declare its type with"]),
    ("@GET(\"/a\") func a() async throws -> [User]?", ["a result must be Codable: declare its type with"]),
    (
      "@POST(\"/a\") func a(user: User, others: [User]?) async throws",
      ["a field of the body must be Codable: declare its type with", "a field of the body must be Codable"]
    ),
    (
      "@POST(\"/a\") func a(user: Body<User>) async throws",
      ["a body must be Codable: declare its type with", "a body must be Codable"]
    ),
    (
      "@GET(\"/a/:user\") func a(user: User, of: User?) async throws",
      [
        "a value in the path, query or header must be one text: a number",
        "a value in the path, query or header must be one text",
      ]
    ),
  ]

  @Test("says of a type that cannot travel what it has to be, and nothing else", arguments: contractsWithUser)
  func untransportable(function: String, sentences: [String]) throws {
    let compilation = try Compilation(
      of: "import Contract\nstruct User { var id: Int }\n@API @Mock protocol Todos: Sendable { \(function) }\n")
    #expect(compilation.errors == [])
    let texts = compilation.generatedErrors.map { $0.split(separator: " is unavailable: ").last ?? "" }
    #expect(texts.count == sentences.count && zip(texts, sentences).allSatisfy { $0.hasPrefix($1) }, "\(texts)")
  }

  @Test("says that a protocol is not Sendable once")
  func notSendable() throws {
    let source = """
      import Contract
      @API protocol Todos {
        @GET("/plain") func plain(id: Int) async throws -> Int
      }
      func use(_ caller: any EndpointCaller) async throws {
        _ = try await TodosAPI(caller).plain(id: 1)
      }
      """
    let errors = try Compilation(of: source).errors
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("2: 'Todos' must be Sendable") == true)
  }

  @Test("says a mistake in a request once, without errors in its uses")
  func requestMistake() throws {
    let source = """
      import Contract
      @Request struct Find { @Query var limit = 1; var page: Int }
      @Request(.get, "/todos/:id") struct One { @Query var verbose: Bool }
      @Request struct Typeless { @Query var a = nil }
      let list = Endpoint<Find, [Int]>(.get, "/todos")
      func use(_ caller: any EndpointCaller) async throws {
        _ = try await caller.call(list, Find(limit: 2, page: 1))
        _ = try await One(verbose: true).perform(with: caller)
      }
      """
    #expect(
      try Compilation(of: source).errors.map { $0.prefix { $0 != ";" } } == [
        "2: 'page' does not say where it travels", "3: The placeholder 'id' has no member",
        "3: 'One' does not say what it returns", "4: A macro does not see the type of 'a'",
        "4: 'nil' requires a contextual type",
      ])
  }

  @Test("says a mistake in a group once, without errors in its uses")
  func groupMistake() throws {
    let source = """
      import Contract
      @API final class Todos: EndpointGroup {
        @GET("todos") var list: Endpoint<Empty, [Int]>
        @GET("/one") var one: (Int, Int) async throws -> Int
        @GET("/two") var two: () async throws -> Int
      }
      func use(_ caller: any EndpointCaller) async throws {
        let todos = Todos(caller)
        _ = try await todos.list.request()
        _ = try await todos.one(1, 2) + todos.two()
      }
      """
    #expect(
      try Compilation(of: source).errors.map { $0.prefix { $0 != ";" && $0 != "." } } == [
        "3: A path must start with '/': write \"/todos\"", "4: An endpoint has one request",
      ])
  }

  @Test("refuses to set an endpoint variable, and takes what is assigned to a closure variable")
  func settingVariables() throws {
    let source = """
      import Contract
      @API final class Todos: EndpointGroup {
        @GET("/todos") var list: Endpoint<Empty, [Int]>
        @GET("/two") var two: @Sendable () async throws -> Int
      }
      func use(_ todos: Todos, _ counter: Counter) {
        todos.two = { 2 }
        todos.list = Endpoint(.get, "/other")
        todos.two = { counter.count += 1; return 2 }
      }
      final class Counter { var count = 0 }
      """
    #expect(
      try Compilation(of: source).errors.map { $0.prefix { $0 != "[" } } == [
        "8: cannot assign to property: 'list' is a get-only property",
        "9: capture of 'counter' with non-Sendable type 'Counter' in a '@Sendable' closure ",
      ])
  }
}
