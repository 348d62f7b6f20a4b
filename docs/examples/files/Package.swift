// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "files",
  products: [
    .library(name: "FileContract", targets: ["FileContract"]),
    .executable(name: "file-server", targets: ["file-server"]),
    .executable(name: "files", targets: ["files"]),
  ],
  dependencies: [
    .package(name: "contract", path: "../../..")
  ],
  targets: [
    // The contract, which client and server share.
    .target(
      name: "FileContract", dependencies: [.product(name: "Contract", package: "contract")], swiftSettings: strict),

    // The store, its log of events and its routes.
    .target(
      name: "FileService",
      dependencies: ["FileContract", .product(name: "ContractServer", package: "contract")], swiftSettings: strict),
    .executableTarget(
      name: "file-server",
      dependencies: ["FileService", .product(name: "ContractServer", package: "contract")], swiftSettings: strict),

    // The client.
    .executableTarget(
      name: "files",
      dependencies: ["FileContract", .product(name: "ContractClient", package: "contract")], swiftSettings: strict),

    .testTarget(
      name: "FilesTests",
      dependencies: [
        "FileContract", "FileService", "files", .product(name: "ContractTesting", package: "contract"),
      ],
      swiftSettings: strict),
  ]
)
