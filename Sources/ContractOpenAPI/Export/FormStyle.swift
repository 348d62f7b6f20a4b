internal import Contract
internal import ContractCoding

/// The style of a list or an object in a query or form, by the options of an operation. Servers accept repeated names and
/// brackets regardless of the options.
struct FormStyle {
  let name: String
  let isExploded: Bool

  /// Returns the style of a list of single values.
  ///
  /// - Parameter name: the name of the input, for omissions.
  static func list(_ name: String, of operation: APIOperation, _ context: ExportContext) -> FormStyle {
    switch operation.wire.form.arrays {
    case .repeated, .brackets: return FormStyle(name: "form", isExploded: true)
    case .separated(by: ","): return FormStyle(name: "form", isExploded: false)
    case .separated(by: "|"): return FormStyle(name: "pipeDelimited", isExploded: false)
    case .separated(by: " "): return FormStyle(name: "spaceDelimited", isExploded: false)
    case .separated(let separator):
      context.omit(
        "OpenAPI has no style for the list `\(name)` of \(operation.id), separated by `\(separator)`.")
    case .indexed:
      context.omit("OpenAPI has no style for the numbered list `\(name)` of \(operation.id).")
    }
    return FormStyle(name: "form", isExploded: true)
  }

  /// Returns the style of an object.
  ///
  /// - Parameter name: the name of the input, for omissions.
  static func object(_ name: String, of operation: APIOperation, _ context: ExportContext) -> FormStyle {
    if operation.wire.form.nesting != .brackets {
      context.omit("OpenAPI has no style for this spelling of the object `\(name)` of \(operation.id).")
    }
    return FormStyle(name: "deepObject", isExploded: true)
  }

  /// Returns the style of a field of a form; nil for a single value, and for a value in the format that OpenAPI
  /// assumes. OpenAPI assumes JSON for objects, in lists as well.
  static func field(
    _ name: String, _ schema: JSONSchema, of operation: APIOperation, _ context: ExportContext
  ) -> FormStyle? {
    let isJSON = operation.wire.form.nesting == .json
    if schema.isObject { return isJSON ? nil : object(name, of: operation, context) }
    let content = schema.content
    guard content.types == [.array] else { return nil }
    guard content.items.map({ $0.isObject || $0.content.types == [.array] }) == true else {
      return list(name, of: operation, context)
    }
    if !isJSON {
      context.omit(
        "OpenAPI has no style for the list `\(name)` of \(operation.id), whose elements are lists or objects.")
    }
    return nil
  }
}

extension JSONSchema {
  /// True for values with members.
  var isObject: Bool {
    let content = content
    if content.types == [.object] { return true }
    return !content.oneOf.isEmpty && content.oneOf.allSatisfy { $0.content.types == [.object] }
  }
}
