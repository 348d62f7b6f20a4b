/// The bodies that several operations declare for a status. A file contains them once.
struct TypeScriptSharedContents {
  /// The names and values, in the order of first use.
  private(set) var declarations: [(name: String, value: TypeScriptValue)] = []
  private var names: [String: String] = [:]

  /// The minimum length of a value in bytes.
  private static let minimum = 60

  /// Creates an empty set of shared values.
  init() {}

  /// Finds the values that are long and occur in several methods.
  init(_ methods: [TypeScriptMethod]) {
    var counts: [String: Int] = [:]
    var found: [(status: String, key: String, value: TypeScriptValue)] = []
    for method in methods {
      for response in method.operation.responses {
        let value = method.contents(of: response)
        let key = Self.key(value, response.status)
        guard value.inline.utf8.count >= Self.minimum else { continue }
        counts[key, default: 0] += 1
        if counts[key] == 1 { found.append((response.status, key, value)) }
      }
    }
    var numbers: [String: Int] = [:]
    for (status, key, value) in found where counts[key, default: 0] > 1 {
      numbers[status, default: 0] += 1
      let number = numbers[status, default: 1]
      let name = "contents\(status == "default" ? "Default" : status)" + (number == 1 ? "" : "_\(number)")
      names[key] = name
      declarations.append((name, value))
    }
  }

  /// Returns the name of a shared value; nil for a value that is not shared.
  func name(of value: TypeScriptValue, for status: String) -> String? {
    names[Self.key(value, status)]
  }

  private static func key(_ value: TypeScriptValue, _ status: String) -> String { "\(status) \(value.inline)" }
}
