internal import ContractCoding
internal import ContractHTTP

/// The serialization of a parameter by its location, style and `explode`.
struct ParameterSpelling: Sendable {
  let parameter: OpenAPIParameter
  let spelling: ValueSpelling
  private let schemas: [OpenAPINode]

  /// - Parameter schemas: the schemas of the value. Default: the schema of the parameter.
  init(parameter: OpenAPIParameter, spelling: ValueSpelling, schemas: [OpenAPINode]? = nil) {
    self.parameter = parameter
    self.spelling = spelling
    self.schemas = schemas ?? parameter.schema.map { [$0] } ?? []
  }

  /// Whether the value is JSON. The value of another media type is a text.
  private var isJSON: Bool { parameter.contentType.flatMap { MediaType($0) }?.isJSON ?? false }

  // MARK: - Writing

  /// Returns the fields of a query, or the pairs of cookies: `name=value`.
  ///
  /// - Parameter encoded: encodes a name or value. Default: percent-encoding.
  func fields(_ value: JSONValue, encoded: (String) -> String = Self.percentEncoded) -> [String] {
    func pair(_ name: String, _ text: String) -> String { "\(encoded(name))=\(text)" }
    let name = parameter.name
    if isJSON { return [pair(name, encoded(value.description))] }
    switch value {
    case .null: return []
    case .array(let elements):
      let texts = elements.filter { !$0.isNull }.map { encoded(spelling.text(of: $0)) }
      guard !texts.isEmpty else { return [] }
      return parameter.explode ? texts.map { pair(name, $0) } : [pair(name, texts.joined(separator: separator))]
    case .object(let members):
      if parameter.style == "deepObject" {
        return spelling.fields(name, value).map { pair($0.name, encoded($0.value)) }
      }
      if parameter.explode {
        return members.flatMap { spelling.fields($0.name, $0.value).map { pair($0.name, encoded($0.value)) } }
      }
      let texts = members.flatMap { [encoded($0.name), encoded(spelling.text(of: $0.value))] }
      return texts.isEmpty ? [] : [pair(name, texts.joined(separator: separator))]
    default: return [pair(name, encoded(spelling.text(of: value)))]
    }
  }

  /// Returns the value of a placeholder, percent-encoded.
  func segment(_ value: JSONValue) -> String {
    if parameter.style == "matrix" { return matrix(value) }
    let text = joined(
      value, separator: parameter.style == "label" && parameter.explode ? "." : ",", Self.percentEncoded)
    return parameter.style == "label" ? "." + text : text
  }

  /// Returns a path-style expansion (RFC 6570 §3.2.7), such as `;p=a,b`, or `;p=a;p=b` for an exploded value.
  private func matrix(_ value: JSONValue) -> String {
    func part(_ name: String, _ text: String) -> String {
      ";" + Self.percentEncoded(name) + (text.isEmpty ? "" : "=" + text)
    }
    func encoded(_ value: JSONValue) -> String { Self.percentEncoded(spelling.text(of: value)) }
    if value.array?.isEmpty ?? value.object?.isEmpty ?? false { return "" }
    if parameter.explode, let elements = value.array {
      return elements.map { part(parameter.name, encoded($0)) }.joined()
    }
    if parameter.explode, let members = value.object {
      return members.map { part($0.name, encoded($0.value)) }.joined()
    }
    return part(parameter.name, joined(value, separator: ",", Self.percentEncoded))
  }

  /// Returns the value of a header field.
  func fieldValue(_ value: JSONValue) -> String { joined(value, separator: ",") { $0 } }

  private func joined(_ value: JSONValue, separator: String, _ encode: (String) -> String) -> String {
    if isJSON { return encode(value.description) }
    switch value {
    case .array(let elements): return elements.map { encode(spelling.text(of: $0)) }.joined(separator: separator)
    case .object(let members):
      let link = parameter.explode ? "=" : separator
      return members.map { encode($0.name) + link + encode(spelling.text(of: $0.value)) }.joined(separator: separator)
    default: return encode(spelling.text(of: value))
    }
  }

  private var separator: String {
    switch parameter.style {
    case "pipeDelimited": "%7C"
    case "spaceDelimited": "%20"
    default: ","
    }
  }

  private static func percentEncoded(_ text: String) -> String { PercentEncoding.encoded(text, for: .component) }

  // MARK: - Reading

  /// Returns the value in the fields of a query or in cookies; nil if absent.
  func value(in fields: [FormField]) -> JSONValue? {
    let own = fields.filter { $0.name == parameter.name || $0.name == parameter.name + "[]" }
    if isJSON { return own.last?.value.map(json) }
    if isAbsent(own) { return nil }
    let kinds = spelling.kinds(of: schemas)
    let readings = kinds.compactMap { kind -> JSONValue? in
      switch kind {
      case .scalar:
        // Several fields are the elements of an array, if one is allowed.
        own.count > 1 && kinds.contains(.array)
          ? nil : own.last.map { $0.value.map { spelling.value(of: $0, schemas) } ?? .string($0.encoded) }
      case .array: array(own)
      case .object: object(own, in: fields, isOnly: kinds.count == 1)
      }
    }
    return spelling.firstValid(readings, schemas)
  }

  private func array(_ own: [FormField]) -> JSONValue? {
    guard !own.isEmpty else { return nil }
    let texts = parameter.explode ? own.map { $0.value ?? $0.encoded } : own.flatMap(listed)
    return .array(texts.map { spelling.value(of: $0, elementSchemas) })
  }

  /// Returns an object in the fields of a query.
  ///
  /// - Parameter isOnly: false if the parameter may also have a value of another structure in its own field.
  private func object(_ own: [FormField], in fields: [FormField], isOnly: Bool) -> JSONValue? {
    if parameter.style == "deepObject" {
      return spelling.object(parameter.name, in: fields, schemas, depth: 0)
    }
    guard parameter.explode else { return own.last.map { object(pairs: listed($0)) } }
    guard isOnly || own.isEmpty else { return nil }
    let rules = spelling.rules(of: schemas).objects
    let isOpen = isOnly && !rules.additional.isEmpty && !rules.isClosed
    let members = fields.filter { rules[String($0.name.prefix(toByte: "["))] != nil || isOpen }
    return members.isEmpty ? nil : spelling.object(of: members, schemas)
  }

  /// Returns true for a parameter of a query or cookie that takes one value but has several fields.
  func isRepeated(in fields: [FormField]) -> Bool {
    guard parameter.location == .query || parameter.location == .cookie else { return false }
    guard fields.count(where: { $0.name == parameter.name }) > 1 else { return false }
    return parameter.contentType != nil || !spelling.allowsParts(schemas)
  }

  /// Returns true if all values are empty and represent an absent value (`allowEmptyValue`). False if the schema itself
  /// allows empty values.
  private func isAbsent(_ fields: [FormField]) -> Bool {
    guard parameter.allowsEmptyValue, !fields.isEmpty, fields.allSatisfy({ $0.value == "" }) else { return false }
    return !spelling.allows("", spelling.kind(of: schemas) == .array ? elementSchemas : schemas)
  }

  /// Returns the value of a placeholder or header field.
  ///
  /// - Parameter decode: decodes a part; returns nil for an invalid part.
  func value(of text: String, decode: (String) -> String? = { $0 }) -> JSONValue {
    func decoded(_ part: Substring) -> String { decode(String(part.withoutOuterSpace)) ?? String(part) }
    if isJSON { return json(decoded(text[...])) }
    let readings = spelling.kinds(of: schemas).map { kind -> JSONValue in
      switch kind {
      case .scalar: spelling.value(of: decoded(unmarked(text)), schemas)
      case .array: .array(elements(of: text).map { spelling.value(of: decoded($0), elementSchemas) })
      case .object: object(pairs: pairs(of: text).map(decoded))
      }
    }
    return spelling.firstValid(readings, schemas) ?? .string(text)
  }

  /// Returns a text without the characters that its style adds at the start.
  private func unmarked(_ text: String) -> Substring {
    switch parameter.style {
    case "label": return text.rest(afterBytes: ".") ?? text[...]
    case "matrix":
      let rest = text.rest(afterBytes: ";" + Self.percentEncoded(parameter.name))
      return rest.flatMap { $0.isEmpty ? $0 : $0.rest(afterBytes: "=") } ?? text[...]
    default: return text[...]
    }
  }

  /// Returns the parts between the separators of the style. The parts of an exploded matrix have names.
  private func parts(of text: String) -> [Substring] {
    guard parameter.explode else { return unmarked(text).split(atByte: ",") }
    switch parameter.style {
    case "matrix": return text.split(atByte: ";")
    case "label": return unmarked(text).split(atByte: ".")
    default: return text.split(atByte: ",")
    }
  }

  private func elements(of text: String) -> [Substring] {
    let parts = parts(of: text)
    guard parameter.style == "matrix", parameter.explode else { return parts }
    return parts.map { $0.cut(atByte: "=")?.back ?? "" }
  }

  /// Returns names and values in turn.
  private func pairs(of text: String) -> [Substring] {
    let parts = parts(of: text)
    guard parameter.explode else { return parts }
    return parts.flatMap { part in part.cut(atByte: "=").map { [$0.front, $0.back] } ?? [part, ""] }
  }

  private var elementSchemas: [OpenAPINode] { spelling.rules(of: schemas).arrays.items }

  /// Returns the elements of a list in one value.
  private func listed(_ field: FormField) -> [String] {
    switch parameter.style {
    case "pipeDelimited": return (field.value ?? "").split(atByte: "|").map(String.init)
    case "spaceDelimited": return (field.value ?? "").split(atByte: " ").map(String.init)
    case _ where field.isLiteral: return field.encoded.split(atByte: ",").map(String.init)
    default: return field.encoded.split(atByte: ",").map { FormField.decoded(String($0)) ?? String($0) }
    }
  }

  private func object(pairs: [String]) -> JSONValue {
    let rules = spelling.rules(of: schemas).objects
    var members = JSONObject()
    for index in stride(from: 0, to: pairs.count - 1, by: 2) {
      let name = pairs[index]
      members[name] = spelling.value(of: pairs[index + 1], rules[name] ?? rules.additional)
    }
    return .object(members)
  }

  private func json(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .string(text) }
}
