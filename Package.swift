// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// MARK: - Where the macros' SwiftSyntax comes from
//
// The toolchain ships SwiftSyntax for its own macros. A root package and a path dependency build against that copy, so
// nothing is downloaded. SwiftPM refuses unsafe flags in a dependency taken by version, so there the manifest asks for
// the swift-syntax package instead; a consumer that passes `traits: []` gets no macros and fetches nothing.

/// The text of a small file, or nil when it cannot be read.
func contents(of path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}

/// The toolchain's folder of compiler-host modules, found from the library this manifest itself has loaded.
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
  /// The index where `text` starts, without Foundation.
  func range(ofText text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}

/// True when SwiftPM has checked this package out as somebody's dependency.
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

// MARK: - Targets, floor by floor

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

// `CONTRACT_BUILD=once` is for builds that no change follows, as in Scripts/test: with TLS, so that one build serves all checks,
// and as at the end of this file. TLS is a definition there and no trait, because SwiftPM passes several traits in an order
// that changes with each process, and then compiles everything again.
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
    .trait(name: "TLS", description: "Encrypted connections of servers, by OpenSSL (libssl-dev)."),
    .default(enabledTraits: ["Macros"]),
  ],
  dependencies: syntaxPackages,
  targets: [
    // Floor 0: C.
    .target(name: "CPosix"),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CTLS", providers: [.apt(["libssl-dev"])]),

    // Floor 1: vocabulary.
    .target(name: "ContractHTTP", dependencies: ["CPosix"], swiftSettings: strict),

    // Floor 2: bytes, loop, codecs.
    .target(name: "ContractHTTP1", dependencies: ["ContractHTTP"], swiftSettings: strict),
    .target(name: "ContractLoop", dependencies: ["CPosix", "ContractHTTP"], swiftSettings: strict),
    .target(name: "ContractCoding", dependencies: ["ContractHTTP", "CZlib", "CPosix"], swiftSettings: strict),

    // Floor 3: WebSockets of both engines.
    .target(
      name: "ContractWebSocket", dependencies: ["ContractHTTP", "ContractHTTP1", "ContractLoop", "ContractCoding"],
      swiftSettings: strict),

    // Floor 4: the engines and the product.
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

    // Floor 5: both ends.
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

    // Floor 6: on top of them.
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

    // What `Scripts/check-interop` drives: clients and a server that nobody here wrote.
    .executableTarget(
      name: "interop", dependencies: ["ContractClient", "ContractServer"], path: "Tests/Interop",
      exclude: [
        "activation.py", "clients.py", "models.py", "tls_faults.py", "tls_tunnel.py", "websocket_client.py",
        "websocket_server.py",
      ],
      swiftSettings: strict),

    // What `Scripts/check-fleet`, `check-clients` and `soak` ask: a server with all middleware.
    .executableTarget(
      name: "trial-server", dependencies: ["ContractServer"], path: "Tests/Trials/Server", swiftSettings: strict),

    // What `Scripts/check-docs-page` drives in a browser: a server whose contract has every kind of input.
    .executableTarget(
      name: "docs-server", dependencies: ["ContractServer", "ContractOpenAPI", "Contract", "ContractCoding"],
      path: "Tests/Trials/Docs", swiftSettings: strict),

    // What `Scripts/check-streams` reads through proxies and in a browser: streams of every kind, and their client.
    .executableTarget(
      name: "streams-server", dependencies: ["ContractServer", "ContractClient"], path: "Tests/Trials/Streams",
      swiftSettings: strict),

    // What `Scripts/check-typescript` calls with generated clients.
    .executableTarget(
      name: "typescript-server", dependencies: ["ContractServer", "ContractOpenAPI"], path: "Tests/TypeScript/Server",
      swiftSettings: strict),

    // What `Scripts/bench` measures: the contract, and programs that serve it, call it and time parts of it.
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

    // What `Scripts/fuzz` feeds; `swift test` replays the corpora through it.
    .target(
      name: "ContractFuzzers",
      dependencies: [
        "ContractCoding", "ContractHTTP", "ContractHTTP1", "ContractServer", "ContractSockets", "ContractWebSocket",
      ],
      path: "Tests/Fuzzers", swiftSettings: strict),
    // What `Scripts/fuzz client` runs: one client against servers that do whatever a seed says.
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
    // A contract with every part of a document, and its server, which `Scripts/check-openapi` asks.
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
    // Without the trait it is empty.
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
    // Tests.
    .testTarget(
      name: "ContractCodingTests",
      dependencies: ["ContractCoding", "ContractHTTP", "CZlib", "ContractTestSupport", "ContractFuzzers"],
      swiftSettings: strict),

    // Contracts as users write them, under every rule that is to come.
    .target(
      name: "ContractMacroFixtures", dependencies: ["Contract"], path: "Tests/ContractMacroFixtures",
      swiftSettings: strictest + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "ContractMacroTests", dependencies: ["Contract", "ContractMacroFixtures", "ContractTesting"],
      swiftSettings: strict),

    // Callers of each isolation, under every rule that is to come: most of the test is that they compile.
    .testTarget(
      name: "IsolationTests", dependencies: ["ContractTesting", "ContractMacroFixtures"], exclude: ["TopLevel"],
      swiftSettings: strictest + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "isolation-top-level", dependencies: ["ContractTesting"], path: "Tests/IsolationTests/TopLevel",
      swiftSettings: strict),

    // Declarations, right and wrong, as the compiler sees them.
    .testTarget(name: "DeclarationTests", dependencies: ["Contract"], swiftSettings: strict),

    // Compiler host.
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

// `CONTRACT_TESTS=ContractTLSTests swift test --traits TLS` builds no more than those tests need. Several targets are
// separated by commas.
if let only = Context.environment["CONTRACT_TESTS"] {
  let needed = [
    "ContractMacroTests": "ContractMacroFixtures", "ContractCodingTests": "ContractFuzzers",
    "ContractOpenAPITests": "NotesContract",
  ]
  let chosen = only.split(separator: ",").map(String.init)
  let kept = chosen + ["ContractTestSupport"] + chosen.compactMap { needed[$0] }
  package.targets.removeAll { ($0.path?.hasPrefix("Tests/") == true || $0.type == .test) && !kept.contains($0.name) }
}

// Without debug information, and with each module but tests compiled as a whole, because several processes for a module check
// the types of its other files again. Tests are not: a module compiled as a whole does not find some names of the C library.
if buildsOnce {
  let whole = ["-whole-module-optimization", "-num-threads", "2"]
  for target in package.targets where target.type != .system && target.type != .plugin {
    let flags = ["-Xfrontend", "-gnone"] + (target.type == .test ? [] : whole)
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.define("TLS"), .unsafeFlags(flags, .when(configuration: .debug))]
  }
}
