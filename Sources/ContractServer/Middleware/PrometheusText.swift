/// Figures in the text exposition format of Prometheus, version 0.0.4.
struct PrometheusText {
  private(set) var text = ""

  /// The lines before the samples of a metric. In help texts `\` and line feeds are escaped.
  mutating func header(_ name: String, _ help: String, _ kind: String) {
    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind)\n"
  }

  /// One sample. In values of labels `\`, `"` and line feeds are escaped.
  mutating func sample(_ name: String, _ labels: [(name: String, value: String)], _ value: Double) {
    text += name
    if !labels.isEmpty {
      let members = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
      text += "{\(members.joined(separator: ","))}"
    }
    text += " \(Self.number(value))\n"
  }

  /// A number as Prometheus reads it: whole ones without a fraction.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    if let whole = Int64(exactly: value), abs(value) < 1e15 { return String(whole) }
    return "\(value)"
  }

  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x3A: true
      default: false
      }
    }
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\"" where quotes: result += "\\\""
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
