public import Contract

/// The labels of a series, its name among them.
///
/// ```swift
/// let labels: Labels = ["__name__": "up", "job": "api"]
/// labels.name         // "up"
/// labels["job"]       // "api"
/// "\(labels)"         // up{job="api"}
/// ```
public struct Labels: Hashable, Sendable {
  /// The values by the names of the labels.
  public var values: [String: String]

  /// Labels with these values.
  public init(_ values: [String: String]) {
    self.values = values
  }

  /// The value of a label; nil without one.
  public subscript(label: String) -> String? {
    values[label]
  }

  /// The name of the metric, which is the label `__name__`; nil for a computed series.
  public var name: String? { values["__name__"] }
}

extension Labels: ExpressibleByDictionaryLiteral {
  /// Labels with these values; of a name that occurs twice the last counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init([String: String](elements, uniquingKeysWith: { _, last in last }))
  }
}

extension Labels: CustomStringConvertible {
  /// A selector as PromQL writes it, labels in the order of their names: `up{job="api"}`, `{}` without any.
  ///
  /// Names that have not always been names stand in quotation marks: `{"http.server.duration", "service.name"="api"}`.
  /// Prometheus knows them since version 3.
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

/// The names of metrics and labels. Up to version 2 of Prometheus they had ASCII letters, digits, `_` and, those of metrics,
/// `:`; since then they may be any text.
enum MetricName {
  /// Whether it is the name of a metric that needs no quotation marks.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.enumerated().allSatisfy { isPlain($0.element, isFirst: $0.offset == 0) }
  }

  /// Whether it is the name of a label that needs none.
  static func isPlainLabel(_ name: String) -> Bool { isPlain(name) && !name.utf8.contains(UInt8(ascii: ":")) }

  private static func isPlain(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_", ":": true
    case "0"..."9": !isFirst
    default: false
    }
  }

  /// The name as it stands in a path: when it is not plain, behind `U__`, with `_` as `__` and what is not plain as its
  /// number, `_2e_` (https://prometheus.io/docs/instrumenting/escaping_schemes/, values).
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

// On the wire labels are an object of texts and nothing else. The dictionary has a compiled reader; this passes it on.
extension Labels: Schema {
  /// Reads an object of texts.
  public static func read(_ reader: inout SchemaReader) -> Labels? {
    [String: String].read(&reader).map(Labels.init)
  }

  /// Writes an object of texts.
  public func write(_ writer: inout SchemaWriter) {
    values.write(&writer)
  }

  /// `object` with texts.
  public static var schema: JSONSchema { [String: String].schema }

  /// Labels from an object of texts.
  public init(from decoder: any Decoder) throws {
    self.init(try [String: String](from: decoder))
  }

  /// Writes an object of texts.
  public func encode(to encoder: any Encoder) throws {
    try values.encode(to: encoder)
  }
}
