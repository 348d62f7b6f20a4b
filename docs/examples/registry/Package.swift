// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "registry",
  products: [
    .library(name: "Registry", targets: ["Registry"]),
    .executable(name: "ociregistry", targets: ["ociregistry"]),
  ],
  dependencies: [
    .package(name: "contract", path: "../../..")
  ],
  targets: [
    // The SDK: the contracts, their types, and the client that people use.
    .target(
      name: "Registry",
      dependencies: [
        .product(name: "Contract", package: "contract"), .product(name: "ContractClient", package: "contract"),
      ],
      swiftSettings: strict),

    .executableTarget(
      name: "ociregistry", dependencies: ["Registry", .product(name: "ContractClient", package: "contract")],
      swiftSettings: strict),

    .testTarget(
      name: "RegistryTests",
      dependencies: [
        "Registry", .product(name: "Contract", package: "contract"),
        .product(name: "ContractTesting", package: "contract"),
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
  ]
)
