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
  public var description: String {
    let labels = values.filter { $0.key != "__name__" }.sorted { $0.key < $1.key }
      .map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
    let name = name ?? ""
    return labels.isEmpty && !name.isEmpty ? name : "\(name){\(labels.joined(separator: ", "))}"
  }

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
