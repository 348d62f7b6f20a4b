internal import ContractCoding
internal import ContractHTTP

/// The serialization of one member of a form, as declared or by default (`encoding` of a media type).
struct MemberEncoding {
  private typealias ValueType = JSONSchema.ValueType

  let member: OpenAPINode?
  private let rules: SchemaRules
  private let elements: SchemaRules
  private let encoding: OpenAPINode?
  private let isMultipart: Bool

  /// Returns the serialization of a member that the form's schema lists; nil for other members.
  init?(_ name: String, of form: OpenAPIMediaType, _ document: OpenAPIDocument) {
    let references = OpenAPIReferences(document.root)
    let schema = SchemaRules(form.schema.map { [$0] } ?? [], references, document.version)
    guard let schemas = schema.objects[name] else { return nil }
    rules = SchemaRules(schemas, references, document.version)
    elements = SchemaRules(rules.arrays.items, references, document.version)
    member = schemas.first
    encoding = form.node["encoding"]?[name]
    isMultipart = OperationBody.Format(form.name) == .multipart
  }

  /// The location of the declaration; without one, that of the member's schema.
  var pointer: String { encoding?.pointer ?? member?.pointer ?? "" }

  /// Whether a style is declared, with which the declared content type is ignored (OpenAPI 3.1.1 §4.8.15.1).
  private var isStyled: Bool { ["style", "explode", "allowReserved"].contains { encoding?[$0] != nil } }

  /// Returns the style of values of the types that two versions of a member have in common; nil if only the content type
  /// determines how these values are written.
  func style(shared other: MemberEncoding) -> String? {
    let (isList, isObject) = (shares(.array, other), shares(.object, other))
    // A single value is written in the same way in each style.
    guard isList || isObject else { return nil }
    if !isStyled { return isMultipart || !isList || isObject ? nil : "form true" }
    let style = encoding?["style"]?.value.string ?? "form"
    return "\(style) \(encoding?["explode"]?.value.bool ?? (style == "form"))"
  }

  private func shares(_ type: ValueType, _ other: MemberEncoding) -> Bool {
    rules.allows(type) && other.rules.allows(type)
  }

  /// The media types of the member's values, in lowercase; nil if a style determines how they are written.
  var mediaTypes: [String]? {
    if isStyled { return nil }
    if let declared = encoding?["contentType"]?.value.string {
      return declared.split(atByte: ",").map { OpenAPIMediaType.withoutParameters($0) }
    }
    let isArray = rules.types?.subtracting([.null]) == [.array]
    return [Self.usual(isArray ? elements : rules)]
  }

  /// Returns the default media type of values (OpenAPI 3.1.1 §4.8.15.1).
  private static func usual(_ rules: SchemaRules) -> String {
    let types = rules.types?.subtracting([.null]) ?? Set(rules.choices.map(SchemaView.types) ?? [])
    if types.contains(.object) || types.contains(.array) || !rules.objects.members.isEmpty { return "application/json" }
    let isBinary = rules.format == "binary" || rules.strings.encoding != nil || rules.strings.mediaType != nil
    return isBinary || types.isEmpty ? "application/octet-stream" : "text/plain"
  }
}

// The serialization of the members of forms.
extension OperationComparison {
  mutating func compareEncodings(
    _ old: OpenAPIMediaType, _ new: OpenAPIMediaType, _ direction: OpenAPIChange.Direction, _ schemas: SchemaComparison
  ) {
    guard [.form, .multipart].contains(OperationBody.Format(old.name)) else { return }
    let (before, now) = (old.node["encoding"]?.members ?? [], new.node["encoding"]?.members ?? [])
    let added = now.filter { member in !before.contains { $0.name == member.name } }
    // Without a declaration in either version, the serialization follows from the schema.
    for (name, _) in before + added {
      guard let left = MemberEncoding(name, of: old, schemas.old),
        let right = MemberEncoding(name, of: new, schemas.new)
      else { continue }
      compare(name, left, right, direction)
    }
  }

  private mutating func compare(
    _ name: String, _ old: MemberEncoding, _ new: MemberEncoding, _ direction: OpenAPIChange.Direction
  ) {
    let (before, now) = (old.style(shared: new), new.style(shared: old))
    if before != now {
      return report(
        .memberStyleChanged, direction, at: new.pointer, isInNew: true,
        "The member `\(name)` of the form is written in another style", ", which the other end does not read",
        callback: .breaking("the other end does not read it"))
    }
    guard let types = old.mediaTypes, let newer = new.mediaTypes else { return }
    for type in types where !newer.contains(where: { type.isCovered(by: $0) }) {
      report(
        .memberMediaTypeRemoved, direction, at: old.pointer, isInNew: false,
        "The member `\(name)` of the form can no longer be `\(type)`")
    }
    for type in newer where !types.contains(where: { type.isCovered(by: $0) }) {
      report(
        .memberMediaTypeAdded, direction, at: new.pointer, isInNew: true,
        "The member `\(name)` of the form can be `\(type)` now")
    }
  }
}

extension String {
  /// Returns true if a media type or range includes this one.
  fileprivate func isCovered(by range: String) -> Bool {
    if self == range || range == "*/*" { return true }
    return range.ends(withBytes: "/*") && utf8.starts(with: range.utf8.dropLast())
  }
}
