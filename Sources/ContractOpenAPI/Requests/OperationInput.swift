public import ContractCoding
internal import ContractHTTP

/// A named input of an operation: a parameter, or a member of the body.
///
/// Command lines and forms are generated from the inputs of an operation.
public struct OperationInput: Sendable {
  /// The name, as in the document.
  public let name: String
  /// The parameter; nil for a member of the body.
  public let parameter: OpenAPIParameter?
  /// Whether the input must be present.
  public let isRequired: Bool
  /// The description; nil if absent.
  public let description: String?
  /// The type in words, such as `integer`, `date-time`, `open|done`, `string...` for a list, or `text|@file`.
  public let type: String
  /// Whether the input is a file of a multipart form.
  public let isFile: Bool
  /// Whether the input is a Boolean.
  public let isBoolean: Bool
  /// The default; nil if absent.
  public let defaultValue: JSONValue?

  let schemas: [OpenAPINode]
  /// The media type of the body; nil for a parameter.
  let mediaType: String?

  /// Returns the inputs of an operation: the parameters in their order, then the members of the body if it is an object in
  /// JSON or a form.
  ///
  /// - Parameter mediaType: the media type of the body. Default: JSON if it is declared, or else a form.
  public static func all(
    of operation: OpenAPIOperation, in document: OpenAPIDocument, as mediaType: String? = nil
  ) -> [OperationInput] {
    let spelling = ValueSpelling(checker: ValueChecker(document, sent: .request))
    var inputs = operation.parameters.map { parameter in
      OperationInput(
        parameter.name, parameter, parameter.isRequired, parameter.description, parameter.schema.map { [$0] } ?? [],
        spelling)
    }
    guard let body = operation.requestBody,
      let media = mediaType.map(body.mediaType) ?? body.content.preferred, let schema = media.schema
    else { return inputs }
    let mediaType = mediaType ?? media.sentType(spelling)
    if OperationBody.Format(mediaType) == .binary { return inputs }
    var types: [String: [String]] = [:]
    var left = ValueSpelling.mostBranches
    collectTypes(of: schema, spelling, left: &left, into: &types)
    let members = spelling.rules(of: [schema]).objects
    let form = OperationBody.Format(mediaType) == .multipart ? MultipartForm(media, spelling) : nil
    for member in members.members {
      let isRequired = body.isRequired && members.required.contains(member.name)
      let type = types[member.name].flatMap { $0.count <= mostChoices ? $0.joined(separator: "|") : nil }
      inputs.append(
        OperationInput(
          member.name, nil, isRequired, nil, member.schemas, spelling, type: type ?? "value", mediaType: mediaType,
          isFile: form?.isFile(member.name) ?? false))
    }
    return inputs
  }

  /// Collects the types of members in words. A member may have a different type in each alternative of an object, as tags
  /// do.
  ///
  /// - Parameters:
  ///   - known: the members that the schemas with the alternatives describe themselves.
  ///   - sources: the pointers of the schemas that were read on the way to the alternative, which may extend them.
  ///   - left: the number of alternatives that may still be read.
  private static func collectTypes(
    of schema: OpenAPINode, _ spelling: ValueSpelling, besides known: Set<String> = [],
    after sources: Set<String> = [], depth: Int = 0, left: inout Int, into types: inout [String: [String]]
  ) {
    let rules = SchemaRules([schema], spelling.checker.references, spelling.checker.version, besides: sources)
    for member in rules.objects.members where !known.contains(member.name) {
      let type = type(member.schemas, spelling)
      if types[member.name]?.contains(type) != true { types[member.name, default: []].append(type) }
    }
    guard depth < 8 else { return }
    let known = known.union(rules.objects.members.map(\.name))
    for branch in rules.groups.flatMap(\.branches) {
      guard left > 0 else { return }
      left -= 1
      collectTypes(
        of: branch, spelling, besides: known, after: rules.sources, depth: depth + 1, left: &left, into: &types)
    }
  }

  private init(
    _ name: String, _ parameter: OpenAPIParameter?, _ isRequired: Bool, _ description: String?,
    _ schemas: [OpenAPINode], _ spelling: ValueSpelling, type: String? = nil, mediaType: String? = nil,
    isFile: Bool = false
  ) {
    let rules = spelling.rules(of: schemas)
    self.name = name
    self.parameter = parameter
    self.isRequired = isRequired
    self.description = description ?? rules.notes.description
    self.schemas = schemas
    defaultValue = rules.notes.defaultValue
    self.type = isFile ? "text|@file" : type ?? Self.type(schemas, spelling)
    self.isFile = isFile
    self.mediaType = mediaType
    isBoolean = rules.types?.subtracting([.null]) == [.boolean]
  }

  /// The maximum number of listed values or types.
  private static let mostChoices = 12

  private static func type(_ schemas: [OpenAPINode], _ spelling: ValueSpelling) -> String {
    let rules = spelling.rules(of: schemas)
    if let choices = rules.choices?.filter({ !$0.isNull }), !choices.isEmpty, choices.count <= mostChoices {
      return choices.map(spelling.text).joined(separator: "|")
    }
    switch spelling.kind(of: schemas) {
    case .array:
      // An element that is a list is given as JSON, so the type of its own elements is not read. A list may contain itself.
      let items = rules.arrays.items
      return (spelling.kind(of: items) == .scalar ? type(items, spelling) : "json") + "..."
    case .object: return "json"
    case .scalar:
      if let format = rules.format { return format }
      let types = (rules.types ?? []).subtracting([.null]).map(\.rawValue).sorted().filter {
        $0 != "integer" || rules.types?.contains(.number) != true
      }
      return types.isEmpty ? "value" : types.joined(separator: "|")
    }
  }
}

extension OperationRequest {
  /// Adds files to a multipart form, after those of earlier calls.
  ///
  /// - Parameter files: the file names with the contents.
  public mutating func set(_ input: OperationInput, toFiles files: [(name: String, bytes: [UInt8])]) {
    guard input.isFile, let mediaType = input.mediaType else { return }
    body = body ?? OperationBody(.value([:]), as: mediaType)
    body?.files += files.map { OperationBody.File($0.bytes, name: $0.name, for: input.name) }
  }

  /// Sets an input to the values represented by strings. A list has one element for each string; an object is JSON. An
  /// input that allows both scalars and objects or arrays also accepts these as JSON.
  ///
  /// A string that does not represent a value of the input's type is sent unchanged.
  ///
  /// - Throws: ``OperationRequestError`` for an object that is not JSON, and for several values of an input that takes one.
  public mutating func set(_ input: OperationInput, to texts: [String]) throws(OperationRequestError) {
    let value = try value(of: input, texts)
    if let parameter = input.parameter {
      self[parameter.location, parameter.name] = value
      return
    }
    guard let mediaType = input.mediaType else { return }
    var members = body?.value?.object ?? JSONObject()
    members[input.name] = value
    let files = body?.files ?? []
    body = OperationBody(.value(.object(members)), as: mediaType)
    body?.files = files
  }

  private func value(of input: OperationInput, _ texts: [String]) throws(OperationRequestError) -> JSONValue {
    let kinds = spelling.kinds(of: input.schemas)
    if kinds == [.array] || (texts.count > 1 && kinds.contains(.array)) {
      let items = spelling.rules(of: input.schemas).arrays.items
      let isScalar = spelling.kind(of: items) == .scalar
      var elements: [JSONValue] = []
      for text in texts { elements.append(isScalar ? spelling.value(of: text, items) : try json(text, input)) }
      return .array(elements)
    }
    guard let text = texts.first, texts.count == 1 else {
      throw OperationRequestError("`\(input.name)` has \(texts.count) values; give one", at: "")
    }
    if kinds == [.object] { return try json(text, input) }
    // A text that is an allowed object or array in JSON is not sent as a string.
    if let value = try? JSONValue(parsing: text),
      (value.object != nil && kinds.contains(.object)) || (value.array != nil && kinds.contains(.array))
    {
      return value
    }
    return spelling.value(of: text, input.schemas)
  }

  private func json(_ text: String, _ input: OperationInput) throws(OperationRequestError) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try JSONValue(parsing: text)
    } catch {
      throw OperationRequestError("`\(input.name)` is not JSON. \(error)", at: "")
    }
  }
}
