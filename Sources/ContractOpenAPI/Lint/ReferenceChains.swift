/// The faults of chains of references. Each reference is followed once, because many references may lead to one long chain.
struct ReferenceChains {
  private let references: OpenAPIReferences
  /// The faults of the chains that start with a reference; an inner nil for a chain that has an end.
  private var faults: [String: String?] = [:]

  init(_ root: OpenAPINode) { references = OpenAPIReferences(root) }

  /// Returns the fault of the chain that starts with a reference, as a sentence; nil for a chain that has an end.
  mutating func fault(of reference: String) -> String? {
    var (next, chain, followed): (String?, [String], Set<String>) = (reference, [], [])
    var fault: String?
    while let text = next {
      if let known = faults[text] {
        fault = known
        break
      }
      guard followed.insert(text).inserted else {
        refuse(chain, circularFrom: text)
        return faults[reference] ?? nil
      }
      chain.append(text)
      do throws(OpenAPIDocumentError) {
        next = try references.target(of: text, at: "").text("$ref")
      } catch {
        fault = error.message
        break
      }
    }
    for text in chain { faults[text] = .some(fault) }
    return fault
  }

  /// Records the fault of a chain whose references from `first` on form a cycle.
  private mutating func refuse(_ chain: [String], circularFrom first: String) {
    let start = chain.firstIndex(of: first) ?? 0
    for (index, text) in chain.enumerated() {
      faults[text] = "The reference `\(index < start ? first : text)` is circular; define its target"
    }
  }
}
