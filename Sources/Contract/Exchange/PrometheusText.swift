/// A writer of the Prometheus text exposition format, version 0.0.4.
package struct PrometheusText {
  package typealias Label = (name: String, value: String)

  package private(set) var text = ""

  package init() {}

  /// Writes the lines before the samples of a metric. `\` and line feeds in help texts are escaped.
  package mutating func header(_ name: String, _ help: String, _ kind: String) {
    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind)\n"
  }

  /// Writes one sample. `\`, `"` and line feeds in label values are escaped.
  package mutating func sample(_ name: String, _ labels: [Label], _ value: Double) {
    text += name
    if !labels.isEmpty {
      let members = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
      text += "{\(members.joined(separator: ","))}"
    }
    text += " \(Self.number(value))\n"
  }

  /// Writes the samples of one histogram. `buckets` holds the number of observations in each interval that ends at a
  /// value of `bounds`, and optionally the number above all bounds as its last element.
  package mutating func histogram(
    _ name: String, _ labels: [Label], bounds: [Double], buckets: [Int], sum: Double, count: Int
  ) {
    var total = 0
    for (bound, inBucket) in zip(bounds, buckets) {
      total += inBucket
      sample(name + "_bucket", labels + [("le", Self.number(bound))], Double(total))
    }
    sample(name + "_bucket", labels + [("le", "+Inf")], Double(count))
    sample(name + "_sum", labels, sum)
    sample(name + "_count", labels, Double(count))
  }

  /// Returns a number in the format of Prometheus, without a fraction if it is whole.
  package static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    if let whole = Int64(exactly: value), abs(value) < 1e15 { return String(whole) }
    return "\(value)"
  }

  package static func isName(_ name: String) -> Bool {
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
