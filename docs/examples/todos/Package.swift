// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "todos",
  products: [
    .library(name: "TodoContract", targets: ["TodoContract"]),
    .executable(name: "todo-server", targets: ["todo-server"]),
    .executable(name: "todo", targets: ["todo"]),
  ],
  dependencies: [
    .package(name: "contract", path: "../../..")
  ],
  targets: [
    // The contract, which client and server share. It links neither libcurl nor an event loop.
    .target(
      name: "TodoContract",
      dependencies: [.product(name: "Contract", package: "contract")],
      swiftSettings: strict),

    // The server: SQLite, the store on top of it, and the program.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "TodoStorage",
      dependencies: ["TodoContract", "CSQLite", .product(name: "Contract", package: "contract")],
      swiftSettings: strict),
    .executableTarget(
      name: "todo-server",
      dependencies: [
        "Terminal", "TodoContract", "TodoStorage", .product(name: "ContractServer", package: "contract"),
        .product(name: "ContractOpenAPI", package: "contract"),
      ],
      swiftSettings: strict),

    // The client.
    .executableTarget(
      name: "todo",
      dependencies: ["Terminal", "TodoContract", .product(name: "ContractClient", package: "contract")],
      swiftSettings: strict),

    // The terminal functions of both programs: arguments, exit codes, aligned text.
    .target(name: "Terminal", swiftSettings: strict),

    .testTarget(name: "TerminalTests", dependencies: ["Terminal"], swiftSettings: strict),
    .testTarget(
      name: "TodoStorageTests",
      dependencies: ["TodoContract", "TodoStorage", .product(name: "Contract", package: "contract")],
      swiftSettings: strict),
    .testTarget(name: "TodoServerTests", dependencies: ["Terminal", "todo-server"], swiftSettings: strict),
    .testTarget(
      name: "TodoTests",
      dependencies: [
        "Terminal", "TodoContract", "TodoStorage", "todo",
        .product(name: "Contract", package: "contract"),
        .product(name: "ContractTesting", package: "contract"),
      ],
      swiftSettings: strict),
  ]
)
