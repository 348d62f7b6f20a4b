extension OpenAPI {
  /// Returns the document for the arguments of a program that exports it, such as the executable of a contract's package:
  ///
  /// ```swift
  /// import ContractOpenAPI
  /// import TodoContract
  ///
  /// let document = OpenAPI(title: "Todos", version: "1.2.0", TodosEndpoints.all)
  /// print(try document.exported(CommandLine.arguments.dropFirst()))
  /// ```
  ///
  /// `swift run todos-openapi --openapi 3.0 --yaml > docs/api.yaml` writes another version or format.
  ///
  /// - Parameter arguments: `--openapi 3.0`, `3.1` or `3.2`, and `--yaml`. Default: JSON of OpenAPI 3.1.
  /// - Returns: the document.
  /// - Throws: ``OpenAPIError`` with everything that cannot be described, and ``OpenAPIUsageError`` for other arguments.
  public func exported(_ arguments: some Sequence<String>) throws -> String {
    var version = OpenAPIVersion.v31
    var isYAML = false
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--yaml": isYAML = true
      case "--json": isYAML = false
      case "--openapi":
        guard let text = rest.next(), let known = OpenAPIVersion(prefix: text) else {
          throw OpenAPIUsageError("--openapi must be 3.0, 3.1 or 3.2")
        }
        version = known
      default: throw OpenAPIUsageError("unknown argument `\(argument)`; use --openapi VERSION, --yaml or --json")
      }
    }
    return try isYAML ? yaml(version) : json(version)
  }
}

/// An error in the arguments of a program that exports a document.
public struct OpenAPIUsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The fault and its remedy.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension OpenAPIVersion {
  /// Returns the version that starts with these digits, such as `3.1`.
  init?(prefix text: String) {
    guard
      let version = Self.allCases.first(where: {
        $0.rawValue == text || $0.rawValue.utf8.starts(with: (text + ".").utf8)
      })
    else { return nil }
    self = version
  }
}
