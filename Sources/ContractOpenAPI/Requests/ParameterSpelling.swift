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

  // MARK: - Writing

  /// Returns the fields of a query, or the pairs of cookies: `name=value`.
  ///
  /// - Parameter encoded: encodes a name or value. Default: percent-encoding.
  func fields(_ value: JSONValue, encoded: (String) -> String = Self.percentEncoded) -> [String] {
    func pair(_ name: String, _ text: String) -> String { "\(encoded(name))=\(text)" }
    let name = parameter.name
    if parameter.contentType != nil { return [pair(name, encoded(value.description))] }
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
    let text = joined(
      value, separator: parameter.style == "label" && parameter.explode ? "." : ",", Self.percentEncoded)
    switch parameter.style {
    case "label": return "." + text
    case "matrix": return ";\(parameter.name)=\(text)"
    default: return text
    }
  }

  /// Returns the value of a header field.
  func fieldValue(_ value: JSONValue) -> String { joined(value, separator: ",") { $0 } }

  private func joined(_ value: JSONValue, separator: String, _ encode: (String) -> String) -> String {
    if parameter.contentType != nil { return encode(value.description) }
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
    if parameter.contentType != nil { return own.last?.value.map(json) }
    if isAbsent(own) { return nil }
    switch spelling.kind(of: schemas) {
    case .scalar:
      return own.last.map { $0.value.map { spelling.value(of: $0, schemas) } ?? .string($0.encoded) }
    case .array:
      guard !own.isEmpty else { return nil }
      let texts = parameter.explode ? own.map { $0.value ?? $0.encoded } : own.flatMap(listed)
      return .array(texts.map { spelling.value(of: $0, elementSchemas) })
    case .object:
      if parameter.style == "deepObject" { return spelling.value(parameter.name, in: fields, schemas) }
      guard parameter.explode else { return own.last.map { object(pairs: listed($0)) } }
      let rules = spelling.rules(of: schemas).objects
      let isOpen = !rules.additional.isEmpty && !rules.isClosed
      let members = fields.filter { rules[String($0.name.prefix(toByte: "["))] != nil || isOpen }
      return members.isEmpty ? nil : spelling.object(of: members, schemas)
    }
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
    var text = text[...]
    if parameter.style == "label" { text = text.rest(afterBytes: ".") ?? text }
    if parameter.style == "matrix" { text = text.rest(afterBytes: ";\(parameter.name)=") ?? text }
    func decoded(_ part: Substring) -> String { decode(String(part.withoutOuterSpace)) ?? String(part) }
    if parameter.contentType != nil { return json(decoded(text)) }
    let mark: Unicode.Scalar = parameter.style == "label" && parameter.explode ? "." : ","
    switch spelling.kind(of: schemas) {
    case .scalar: return spelling.value(of: decoded(text), schemas)
    case .array:
      return .array(text.split(atByte: mark).map { spelling.value(of: decoded($0), elementSchemas) })
    case .object:
      let parts = text.split(atByte: mark)
      guard parameter.explode else { return object(pairs: parts.map(decoded)) }
      return object(
        pairs: parts.flatMap { part in
          part.cut(atByte: "=").map { [decoded($0.front), decoded($0.back)] } ?? [decoded(part), ""]
        })
    }
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
