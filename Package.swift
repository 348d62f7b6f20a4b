// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// MARK: - The source of SwiftSyntax
//
// The toolchain contains SwiftSyntax for its own macros. A root package and a dependency by path use this copy, so
// nothing is downloaded. SwiftPM refuses unsafe flags in a dependency by version, so a checkout of a dependency uses
// the swift-syntax package instead. A consumer that passes `traits: []` gets no macros and fetches nothing.
// `CONTRACT_TOOLCHAIN_SYNTAX=1` keeps the toolchain's copy for a dependency by branch.

/// Returns the text of a small file; nil if it cannot be read.
func contents(of path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}

/// Returns the toolchain's folder with the modules of compiler plugins, next to the PackageDescription library that the
/// manifest has loaded; nil if the folder contains no SwiftSyntax.
func toolchainHostFolder() -> String? {
  guard let maps = contents(of: "/proc/self/maps") else { return nil }
  let marker = "/lib/swift/pm/"
  for line in maps.split(separator: "\n") where line.contains("libPackageDescription") {
    guard let start = line.firstIndex(of: "/") else { continue }
    let path = String(line[start...])
    guard let end = path.range(ofText: marker) else { continue }
    let host = path[..<end] + "/lib/swift/host"
    if access(host + "/SwiftSyntax.swiftmodule", F_OK) == 0 { return String(host) }
  }
  return nil
}

extension String {
  /// Returns the first index at which `text` begins; nil if there is none. The manifest does not import Foundation.
  func range(ofText text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}

/// Returns true if SwiftPM has checked out this package as a dependency.
func isDependencyCheckout() -> Bool {
  let folder = Context.packageDirectory
  if folder == "/" { return true }
  let parts = folder.split(separator: "/").map(String.init)
  guard parts.count >= 2, parts[parts.count - 2] == "checkouts" else { return false }
  let scratch = "/" + parts.dropLast(2).joined(separator: "/")
  return access(scratch + "/repositories", F_OK) == 0
}

let host = toolchainHostFolder()
let keepsToolchainSyntax = Context.environment["CONTRACT_TOOLCHAIN_SYNTAX"] == "1"
let usesSyntaxPackage = host == nil || (isDependencyCheckout() && !keepsToolchainSyntax)
let whenMacros = TargetDependencyCondition.when(traits: ["Macros"])

let syntaxPackages: [Package.Dependency] =
  usesSyntaxPackage ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", "600.0.0"..<"604.0.0")] : []

func syntaxProducts(_ names: String...) -> [Target.Dependency] {
  usesSyntaxPackage ? names.map { .product(name: $0, package: "swift-syntax", condition: whenMacros) } : []
}

let hostSwiftFlags: [SwiftSetting] = usesSyntaxPackage ? [] : [.unsafeFlags(["-I", host!])]
let hostLinkerFlags: [LinkerSetting] =
  usesSyntaxPackage
  ? []
  : [
    .unsafeFlags(
      ["-L", host!, "-Xlinker", "-rpath", "-Xlinker", host!]
        + [
          "SwiftSyntax", "SwiftSyntaxMacros", "SwiftSyntaxMacroExpansion", "SwiftSyntaxBuilder", "SwiftDiagnostics",
          "SwiftParser", "SwiftParserDiagnostics", "SwiftBasicFormat", "SwiftOperators",
          "SwiftCompilerPluginMessageHandling",
        ].map { "-l\($0)" })
  ]

// MARK: - Targets, by layer

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// All upcoming features of the language.
let strictest =
  strict
  + ["InferIsolatedConformances", "NonisolatedNonsendingByDefault", "ImmutableWeakCaptures"].map {
    .enableUpcomingFeature($0)
  }

// `CONTRACT_BUILD=once` is for a build that is not repeated after changes, as in Scripts/test. The build includes TLS,
// so that all checks can use it, and has the flags at the end of this file. It enables TLS by a compilation condition,
// not by the trait: SwiftPM passes several traits in an order that differs between processes, and would compile
// everything again.
let buildsOnce = Context.environment["CONTRACT_BUILD"] == "once"
let whenTLS: TargetDependencyCondition? = buildsOnce ? nil : .when(traits: ["TLS"])

let package = Package(
  name: "contract",
  products: [
    .library(name: "Contract", targets: ["Contract"]),
    .library(name: "ContractClient", targets: ["ContractClient"]),
    .library(name: "ContractServer", targets: ["ContractServer"]),
    .library(name: "ContractOpenAPI", targets: ["ContractOpenAPI"]),
    .library(name: "ContractTesting", targets: ["ContractTesting"]),
    .executable(name: "contract-tool", targets: ["contract-tool"]),
  ],
  traits: [
    .trait(name: "Macros", description: "The @API macros and their compiler plugin."),
    .trait(name: "TLS", description: "TLS for servers, with OpenSSL (libssl-dev)."),
    .default(enabledTraits: ["Macros"]),
  ],
  dependencies: syntaxPackages,
  targets: [
    // Layer 0: C shims and system libraries.
    .target(name: "CPosix"),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CTLS", providers: [.apt(["libssl-dev"])]),

    // Layer 1: vocabulary.
    .target(name: "ContractHTTP", dependencies: ["CPosix"], swiftSettings: strict),

    // Layer 2: HTTP/1.1, event loop and codecs.
    .target(name: "ContractHTTP1", dependencies: ["ContractHTTP"], swiftSettings: strict),
    .target(name: "ContractLoop", dependencies: ["CPosix", "ContractHTTP"], swiftSettings: strict),
    .target(name: "ContractCoding", dependencies: ["ContractHTTP", "CZlib", "CPosix"], swiftSettings: strict),

    // Layer 3: WebSockets for client and server.
    .target(
      name: "ContractWebSocket", dependencies: ["ContractHTTP", "ContractHTTP1", "ContractLoop", "ContractCoding"],
      swiftSettings: strict),

    // Layer 4: the engines of client and server, and contracts.
    .target(
      name: "ContractSockets",
      dependencies: [
        "ContractHTTP", "ContractHTTP1", "ContractLoop", "ContractWebSocket", "CPosix",
        .target(name: "CTLS", condition: whenTLS),
      ],
      swiftSettings: strict),
    .target(
      name: "ContractCurl",
      dependencies: ["ContractHTTP", "ContractHTTP1", "ContractLoop", "ContractWebSocket", "ContractCoding", "CCurl"],
      swiftSettings: strict),
    .target(
      name: "Contract",
      dependencies: [
        "ContractHTTP", "ContractHTTP1", "ContractCoding", .target(name: "ContractMacros", condition: whenMacros),
      ],
      swiftSettings: strict),

    // Layer 5: client, server and OpenAPI documents.
    .target(
      name: "ContractClient",
      dependencies: [
        "Contract", "ContractHTTP", "ContractCoding", "ContractHTTP1", "ContractLoop", "ContractWebSocket",
        "ContractCurl",
      ],
      swiftSettings: strict),
    .target(
      name: "ContractServer",
      dependencies: [
        "Contract", "ContractHTTP", "ContractHTTP1", "ContractCoding", "ContractLoop", "ContractWebSocket",
        "ContractSockets", "CPosix",
      ],
      swiftSettings: strict),
    .target(
      name: "ContractOpenAPI", dependencies: ["Contract", "ContractHTTP", "ContractCoding"],
      resources: [.embedInCode("Page/Resources")], swiftSettings: strict),

    // Layer 6: testing and programs.
    .target(
      name: "ContractTesting",
      dependencies: [
        "Contract", "ContractHTTP", "ContractLoop", "ContractClient", "ContractServer", "ContractOpenAPI",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "contract-tool",
      dependencies: [
        "ContractOpenAPI", "ContractClient", "ContractServer", "Contract", "ContractHTTP", "ContractCoding",
        "ContractLoop",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "conformance-server", dependencies: ["ContractServer"],
      swiftSettings: strict),

    // Tests client and server against external programs; `Scripts/check-interop` and other scripts run it.
    .executableTarget(
      name: "interop", dependencies: ["ContractClient", "ContractServer"], path: "Tests/Interop",
      exclude: [
        "activation.py", "clients.py", "models.py", "tls_faults.py", "tls_tunnel.py", "websocket_client.py",
        "websocket_server.py",
      ],
      swiftSettings: strict),

    // A server with all middleware, for `Scripts/check-clients`, `check-fleet`, `soak` and other scripts.
    .executableTarget(
      name: "trial-server", dependencies: ["ContractServer"], path: "Tests/Trials/Server", swiftSettings: strict),

    // A server whose contract has every kind of input; `Scripts/check-docs-page` opens its docs page in a browser.
    .executableTarget(
      name: "docs-server", dependencies: ["ContractServer", "ContractOpenAPI", "Contract", "ContractCoding"],
      path: "Tests/Trials/Docs", swiftSettings: strict),

    // A server with streams of every kind, and its client, for `Scripts/check-streams`.
    .executableTarget(
      name: "streams-server", dependencies: ["ContractServer", "ContractClient"], path: "Tests/Trials/Streams",
      swiftSettings: strict),

    // The server that `Scripts/check-typescript` calls with generated clients.
    .executableTarget(
      name: "typescript-server", dependencies: ["ContractServer", "ContractOpenAPI"], path: "Tests/TypeScript/Server",
      swiftSettings: strict),

    // The contract for `Scripts/bench`, and programs that serve it, call it and measure parts of it.
    .target(
      name: "BenchmarkTodos", dependencies: ["Contract"], path: "Tests/Benchmarks/Todos", swiftSettings: strict),
    .executableTarget(
      name: "bench-server", dependencies: ["BenchmarkTodos", "ContractServer"], path: "Tests/Benchmarks/Server",
      swiftSettings: strict),
    .executableTarget(
      name: "bench-client", dependencies: ["BenchmarkTodos", "ContractClient", "ContractLoop"],
      path: "Tests/Benchmarks/Client", swiftSettings: strict),
    .executableTarget(
      name: "bench-streams", dependencies: ["ContractServer"], path: "Tests/Benchmarks/Streams", swiftSettings: strict),
    .executableTarget(
      name: "bench-parts", dependencies: ["BenchmarkTodos", "Contract", "ContractServer", "ContractOpenAPI"],
      path: "Tests/Benchmarks/Parts", swiftSettings: strict),

    // The fuzzers for `Scripts/fuzz`; `swift test` replays their corpora.
    .target(
      name: "ContractFuzzers",
      dependencies: [
        "ContractCoding", "ContractHTTP", "ContractHTTP1", "ContractServer", "ContractSockets", "ContractWebSocket",
      ],
      path: "Tests/Fuzzers", swiftSettings: strict),
    // The program for `Scripts/fuzz client`: one client, and servers whose behavior depends on a seed.
    .executableTarget(
      name: "hostile-client",
      dependencies: ["ContractClient", "ContractHTTP", "ContractLoop", "ContractTestSupport", "CCurl"],
      path: "Tests/Hostile", swiftSettings: strict),
    .target(
      name: "ContractTestSupport", dependencies: ["ContractLoop", "ContractHTTP"], path: "Tests/ContractTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["Contract", "ContractHTTP", "ContractOpenAPI", "ContractTesting", "ContractTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "StreamTests", dependencies: ["Contract", "ContractHTTP", "ContractTesting", "ContractTestSupport"],
      swiftSettings: strict),
    .testTarget(name: "ContractHTTPTests", dependencies: ["ContractHTTP"], swiftSettings: strict),
    .testTarget(
      name: "ContractHTTP1Tests",
      dependencies: ["ContractHTTP1", "ContractHTTP", "ContractCoding", "ContractTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ContractWebSocketTests",
      dependencies: ["ContractWebSocket", "ContractHTTP", "ContractHTTP1", "ContractTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ContractTests", dependencies: ["Contract", "ContractHTTP", "ContractTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ContractServerTests",
      dependencies: [
        "Contract", "ContractHTTP", "ContractHTTP1", "ContractLoop", "ContractCoding", "ContractServer",
        "ContractSockets", "ContractWebSocket", "ContractTestSupport",
      ],
      swiftSettings: strict),
    // A contract whose OpenAPI document has every kind of part, and its server, for `Scripts/check-openapi`.
    .target(name: "NotesContract", dependencies: ["Contract"], path: "Tests/Notes/Contract", swiftSettings: strict),
    .executableTarget(
      name: "notes-server",
      dependencies: ["NotesContract", "ContractMacroFixtures", "ContractOpenAPI", "ContractServer"],
      path: "Tests/Notes/Server", swiftSettings: strict),
    .testTarget(
      name: "ContractOpenAPITests",
      dependencies: [
        "ContractOpenAPI", "Contract", "ContractHTTP", "ContractCoding", "ContractServer", "ContractTesting",
        "NotesContract",
        "ContractTestSupport", "contract-tool",
      ],
      exclude: ["Export/Golden"], swiftSettings: strict),
    // Without the trait TLS, this target contains no tests.
    .testTarget(
      name: "ContractTLSTests",
      dependencies: [
        "ContractServer", "ContractSockets", "ContractClient", "Contract", "ContractHTTP", "ContractLoop",
        "ContractTestSupport",
        .target(name: "CTLS", condition: whenTLS),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ContractClientTests",
      dependencies: [
        "ContractClient", "Contract", "ContractHTTP", "ContractHTTP1", "ContractLoop", "ContractCoding",
        "ContractCurl", "ContractWebSocket", "ContractTesting", "CCurl", "ContractTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ContractLoopTests", dependencies: ["ContractLoop", "ContractHTTP", "CPosix", "ContractTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ContractCodingTests",
      dependencies: ["ContractCoding", "ContractHTTP", "CZlib", "ContractTestSupport", "ContractFuzzers"],
      swiftSettings: strict),

    // Contracts as users write them, with the upcoming language features and isolation to the main actor by default.
    .target(
      name: "ContractMacroFixtures", dependencies: ["Contract"], path: "Tests/ContractMacroFixtures",
      swiftSettings: strictest + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "ContractMacroTests", dependencies: ["Contract", "ContractMacroFixtures", "ContractTesting"],
      swiftSettings: strict),

    // Callers of each isolation, with the upcoming language features. Most of the test is that they compile.
    .testTarget(
      name: "IsolationTests", dependencies: ["ContractTesting", "ContractMacroFixtures"], exclude: ["TopLevel"],
      swiftSettings: strictest + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "isolation-top-level", dependencies: ["ContractTesting"], path: "Tests/IsolationTests/TopLevel",
      swiftSettings: strict),

    // Tests of the compiler's messages for valid and invalid declarations.
    .testTarget(name: "DeclarationTests", dependencies: ["Contract"], swiftSettings: strict),

    // The macros, which run in the compiler's plugin process.
    .target(
      name: "ContractMacroKit",
      dependencies: syntaxProducts(
        "SwiftSyntax", "SwiftSyntaxMacros", "SwiftSyntaxBuilder", "SwiftDiagnostics", "SwiftParser"),
      swiftSettings: strict + hostSwiftFlags),
    .macro(
      name: "ContractMacros",
      dependencies: ["ContractMacroKit"] + syntaxProducts("_SwiftCompilerPluginMessageHandling", "SwiftSyntaxMacros"),
      swiftSettings: strict + hostSwiftFlags, linkerSettings: hostLinkerFlags),
  ]
)

// The tests of the macro kit link the toolchain's SwiftSyntax, as the plugin does.
if !usesSyntaxPackage {
  package.targets.append(
    .testTarget(
      name: "ContractMacroKitTests", dependencies: ["ContractMacroKit"],
      swiftSettings: strict + hostSwiftFlags, linkerSettings: hostLinkerFlags))
}

// `CONTRACT_TESTS=ContractTLSTests swift test --traits Macros,TLS` builds only what these tests need. Commas separate
// several targets.
if let only = Context.environment["CONTRACT_TESTS"] {
  let chosen = only.split(separator: ",").map(String.init)
  let needed = package.targets.filter { chosen.contains($0.name) }.flatMap(\.dependencies).compactMap {
    if case .byNameItem(let name, _) = $0 { name } else { nil }
  }
  let kept = chosen + needed + ["ContractTestSupport"]
  package.targets.removeAll { ($0.path?.hasPrefix("Tests/") == true || $0.type == .test) && !kept.contains($0.name) }
}

// Omits debug information, and compiles each module as a whole, because otherwise each process of a module would check
// the types of its other files again. Modules of tests are excluded: compiled as a whole, they do not find some names
// of the C library.
if buildsOnce {
  let whole = ["-whole-module-optimization", "-num-threads", "2"]
  for target in package.targets where target.type != .system && target.type != .plugin {
    let flags = ["-Xfrontend", "-gnone"] + (target.type == .test ? [] : whole)
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.define("TLS"), .unsafeFlags(flags, .when(configuration: .debug))]
  }
}
