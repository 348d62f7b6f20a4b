// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "prometheus",
  products: [
    .library(name: "Prometheus", targets: ["Prometheus"]),
    .executable(name: "promchart", targets: ["promchart"]),
  ],
  dependencies: [
    .package(name: "contract", path: "../../..")
  ],
  targets: [
    // The SDK: the contract, its types, and the client that people use.
    .target(
      name: "Prometheus",
      dependencies: [
        .product(name: "Contract", package: "contract"), .product(name: "ContractClient", package: "contract"),
      ],
      swiftSettings: strict),

    // Charts as text, independent of Prometheus.
    .target(name: "TerminalChart", swiftSettings: strict),

    .executableTarget(
      name: "promchart",
      dependencies: ["Prometheus", "TerminalChart", .product(name: "ContractClient", package: "contract")],
      swiftSettings: strict),

    .testTarget(
      name: "PrometheusTests",
      dependencies: [
        "Prometheus", .product(name: "Contract", package: "contract"),
        .product(name: "ContractTesting", package: "contract"),
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(name: "TerminalChartTests", dependencies: ["TerminalChart"], swiftSettings: strict),
    .testTarget(
      name: "PromchartTests",
      dependencies: [
        "Prometheus", "promchart", "TerminalChart", .product(name: "Contract", package: "contract"),
        .product(name: "ContractTesting", package: "contract"),
      ],
      swiftSettings: strict),
  ]
)
