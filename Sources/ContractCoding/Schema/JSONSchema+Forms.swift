extension JSONSchema.Property {
  /// Whether a form must have the member. An absent array or dictionary is empty, and an absent object has no members.
  package var isRequiredInForm: Bool { isRequired && !schema.hasAbsentValue }

  /// Whether an empty value, which HTML forms send for a blank field, is an absent member.
  var isAbsentIfEmpty: Bool { !isRequiredInForm && !schema.takesEmptyText }
}

extension JSONSchema {
  /// The only value that HTML forms send for a field left blank.
  static var emptyText: JSONSchema {
    var schema = JSONSchema()
    schema.constant = JSONSample(json: "\"\"")
    return schema
  }

  /// True if an empty string is, or may be, a value of the type. For other types, such as numbers and dates, forms read it as
  /// an absent value.
  package var takesEmptyText: Bool { takesEmptyText(depth: 0) }

  private func takesEmptyText(depth: Int) -> Bool {
    let content = content
    if content.isDate || depth > 16 { return false }
    if let constant = content.constant { return constant.isEmptyText }
    if !content.choices.isEmpty { return content.choices.contains(where: \.isEmptyText) }
    if !content.oneOf.isEmpty { return content.oneOf.contains { $0.takesEmptyText(depth: depth + 1) } }
    if content.types.contains(.string) { return content.format == nil || content.format == "binary" }
    // In a form, an empty string is read as an array with one element.
    if let items = content.items { return items.takesEmptyText(depth: depth + 1) }
    return content.types.isEmpty && content.properties.isEmpty && content.additionalProperties == nil
  }

  /// Whether an absent value in a query or form is read as an empty array or dictionary, or as an object without members.
  package var hasAbsentValue: Bool { hasAbsentValue(depth: 0) }

  private func hasAbsentValue(depth: Int) -> Bool {
    let content = content
    if depth > 16 || !content.oneOf.isEmpty { return false }
    if content.types == [.array] { return content.counts.minimum ?? 0 == 0 }
    guard content.types == [.object] else { return false }
    return content.properties.allSatisfy { !$0.isRequired || $0.schema.hasAbsentValue(depth: depth + 1) }
  }

  /// The schema of the type to which this schema refers.
  package var content: JSONSchema {
    let schema = resolved
    return schema.type?.schema ?? schema.recorded?.contents ?? schema
  }
}

extension JSONSample {
  fileprivate var isEmptyText: Bool { text(JSONOptions()) == "\"\"" }
}
