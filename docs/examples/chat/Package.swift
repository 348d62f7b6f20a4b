// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "chat",
  products: [
    .library(name: "ChatContract", targets: ["ChatContract"]),
    .executable(name: "chat-server", targets: ["chat-server"]),
    .executable(name: "chat", targets: ["chat"]),
  ],
  dependencies: [
    .package(name: "contract", path: "../../..")
  ],
  targets: [
    .target(
      name: "ChatContract",
      dependencies: [.product(name: "Contract", package: "contract")],
      swiftSettings: strict),
    .target(
      name: "ChatService",
      dependencies: [
        "ChatContract", .product(name: "ContractServer", package: "contract"),
        .product(name: "ContractOpenAPI", package: "contract"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "chat-server",
      dependencies: [
        "ChatContract", "ChatService", .product(name: "ContractServer", package: "contract"),
        .product(name: "ContractOpenAPI", package: "contract"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "chat",
      dependencies: ["ChatContract", .product(name: "ContractClient", package: "contract")],
      swiftSettings: strict),
    .testTarget(
      name: "ChatTests",
      dependencies: [
        "ChatContract", "ChatService", "chat", .product(name: "ContractTesting", package: "contract"),
      ],
      swiftSettings: strict),
  ]
)
