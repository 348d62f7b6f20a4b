public import Contract

/// The labels of a series, including its name.
///
/// ```swift
/// let labels: Labels = ["__name__": "up", "job": "api"]
/// labels.name         // "up"
/// labels["job"]       // "api"
/// "\(labels)"         // up{job="api"}
/// ```
@Schema
public struct Labels: RawRepresentable, Hashable, Sendable {
  /// The values by the names of the labels.
  public var values: [String: String]

  /// Creates labels.
  public init(_ values: [String: String]) {
    self.values = values
  }

  /// Creates labels.
  public init(rawValue: [String: String]) { self.init(rawValue) }

  /// The object of strings on the wire.
  public var rawValue: [String: String] { values }

  /// The value of a label; nil if the label is absent.
  public subscript(label: String) -> String? {
    values[label]
  }

  /// The name of the metric, which is the label `__name__`; nil for a computed series.
  public var name: String? { values["__name__"] }
}

extension Labels: ExpressibleByDictionaryLiteral {
  /// Creates labels. If a name occurs twice, the last value wins.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init([String: String](elements, uniquingKeysWith: { _, last in last }))
  }
}

extension Labels: CustomStringConvertible {
  /// A PromQL selector with the labels in the order of their names: `up{job="api"}`, or `{}` without labels.
  ///
  /// Names that are valid only in Prometheus 3 or later are quoted: `{"http.server.duration", "service.name"="api"}`.
  public var description: String {
    let labels = values.filter { $0.key != "__name__" }.sorted { $0.key < $1.key }
      .map { "\(MetricName.isPlainLabel($0.key) ? $0.key : Self.quoted($0.key))=\(Self.quoted($0.value))" }
    let name = name ?? ""
    guard name.isEmpty || MetricName.isPlain(name) else {
      return "{\(([Self.quoted(name)] + labels).joined(separator: ", "))}"
    }
    return labels.isEmpty && !name.isEmpty ? name : "\(name){\(labels.joined(separator: ", "))}"
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The names of metrics and labels. In Prometheus 2 they contain ASCII letters, digits, `_` and, for metrics, `:`.
/// Since version 3 they may be any string.
enum MetricName {
  /// Returns whether the name of a metric needs no quotation marks.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.enumerated().allSatisfy { isPlain($0.element, isFirst: $0.offset == 0) }
  }

  /// Returns whether the name of a label needs no quotation marks.
  static func isPlainLabel(_ name: String) -> Bool { isPlain(name) && !name.utf8.contains(UInt8(ascii: ":")) }

  private static func isPlain(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_", ":": true
    case "0"..."9": !isFirst
    default: false
    }
  }

  /// Returns the name for a path. A name that is not plain is escaped: it starts with `U__`, `_` is written as `__`,
  /// and other characters as their number, `_2e_` (https://prometheus.io/docs/instrumenting/escaping_schemes/, values).
  static func inPath(_ name: String) -> String {
    guard !isPlain(name), !name.isEmpty else { return name }
    return name.unicodeScalars.enumerated().reduce(into: "U__") { text, scalar in
      switch scalar.element {
      case "_": text += "__"
      case let plain where isPlain(plain, isFirst: scalar.offset == 0): text.unicodeScalars.append(plain)
      case let other: text += "_\(String(other.value, radix: 16))_"
      }
    }
  }
}
