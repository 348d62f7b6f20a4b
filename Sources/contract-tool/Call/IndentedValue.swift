import ContractCoding
import ContractHTTP

/// JSON on several lines, for terminals.
struct IndentedValue: CustomStringConvertible {
  let description: String

  init(_ value: JSONValue) { description = Self.text(of: value, "").escapingControls(except: ["\n"]) }

  private static func text(of value: JSONValue, _ margin: String) -> String {
    let inner = margin + "  "
    switch value {
    case .array(let elements) where !elements.isEmpty:
      return "[\n" + elements.map { inner + text(of: $0, inner) }.joined(separator: ",\n") + "\n\(margin)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map { "\(inner)\(JSONValue.string($0.name)): \(text(of: $0.value, inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(margin)}"
    default: return value.description
    }
  }
}
