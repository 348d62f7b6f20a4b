internal import ContractCoding

/// The differences between two versions of a document, with their severity for clients of the old version.
///
/// ```swift
/// let diff = OpenAPIDiff(from: blessed, to: current)
/// if diff.isBreaking { print(diff.text()) }
/// ```
///
/// Requests may widen: a server that accepts more values still accepts the requests of old clients. Responses may narrow:
/// a server that sends fewer values sends only values that old clients know. Every other difference is breaking, or
/// concerns only documentation.
public struct OpenAPIDiff: Sendable {
  /// The differences: breaking ones first, and those of equal severity in the order of the documents.
  public let changes: [OpenAPIChange]

  /// Compares two documents.
  public init(from old: OpenAPIDocument, to new: OpenAPIDocument) {
    var comparison = DocumentComparison(old, new)
    comparison.run()
    let order = OpenAPIChange.Severity.allCases
    // Changes of one severity stay in the order of the documents.
    let changes = comparison.changes
    self.changes = order.flatMap { severity in changes.filter { $0.severity == severity } }
  }

  /// Whether a change is breaking.
  public var isBreaking: Bool { changes.first?.severity == .breaking }

  /// Returns the number of changes with a severity.
  public func count(_ severity: OpenAPIChange.Severity) -> Int { changes.count { $0.severity == severity } }
}
