import Contract
import ContractMacroFixtures
import ContractOpenAPI
import FoundationEssentials

/// The documents of the contracts with which the macro is tested, for validators.
struct FixtureDocuments {
  private static let contracts: [(name: String, operations: [Contract::APIOperation])] = [
    ("boards", BoardsEndpoints.all), ("catalogue", CatalogueEndpoints.all), ("colliding", CollidingEndpoints.all),
    ("guarded", ContractMacroFixtures.NotesEndpoints.all), ("shopping", ShoppingEndpoints.all),
    ("profiles", ProfilesEndpoints.all), ("issues", IssuesEndpoints.all), ("users", UsersEndpoints.all),
    ("tracker", TrackerEndpoints.all), ("todos", TodosEndpoints.all), ("words", WordsEndpoints.all),
    ("more-words", MoreWordsEndpoints.all),
  ]

  /// Writes a file for each contract and version.
  static func write(to folder: String) throws {
    for (name, operations) in contracts {
      for version in OpenAPIVersion.allCases {
        let text = try OpenAPI(title: name, version: "1", operations).json(version)
        let path = "\(folder)/\(name)-\(version.rawValue).json"
        try Data(text.utf8).write(to: URL(filePath: path))
      }
    }
  }
}
