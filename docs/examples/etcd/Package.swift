// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "etcd",
  products: [
    .library(name: "Etcd", targets: ["Etcd"]),
    .executable(name: "etcdkv", targets: ["etcdkv"]),
  ],
  dependencies: [
    .package(name: "contract", path: "../../..")
  ],
  targets: [
    // The SDK: the contracts, their types, and the client that people use.
    .target(
      name: "Etcd",
      dependencies: [
        .product(name: "Contract", package: "contract"), .product(name: "ContractClient", package: "contract"),
      ],
      swiftSettings: strict),

    .executableTarget(
      name: "etcdkv", dependencies: ["Etcd", .product(name: "ContractClient", package: "contract")],
      swiftSettings: strict),

    .testTarget(
      name: "EtcdTests",
      dependencies: [
        "Etcd", .product(name: "Contract", package: "contract"),
        .product(name: "ContractTesting", package: "contract"),
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
  ]
)
