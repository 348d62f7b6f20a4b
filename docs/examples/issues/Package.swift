// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "issues",
  products: [
    .library(name: "IssueContract", targets: ["IssueContract"]),
    .executable(name: "issue-server", targets: ["issue-server"]),
    .executable(name: "issues", targets: ["issues"]),
  ],
  dependencies: [
    .package(name: "contract", path: "../../..")
  ],
  targets: [
    .target(
      name: "IssueContract",
      dependencies: [.product(name: "Contract", package: "contract")],
      swiftSettings: strict),
    .target(
      name: "IssueService",
      dependencies: ["IssueContract", .product(name: "ContractServer", package: "contract")],
      swiftSettings: strict),
    .executableTarget(
      name: "issue-server",
      dependencies: ["IssueService", .product(name: "ContractServer", package: "contract")],
      swiftSettings: strict),
    .executableTarget(
      name: "issues",
      dependencies: ["IssueContract", .product(name: "ContractClient", package: "contract")],
      swiftSettings: strict),
    .testTarget(
      name: "IssueTests",
      dependencies: [
        "IssueContract", "IssueService", "issues",
        .product(name: "ContractTesting", package: "contract"),
      ],
      swiftSettings: strict),
  ]
)
