internal import ContractCoding
internal import ContractHTTP

/// The types of the input, result and errors of an operation.
struct TypeScriptOperationTypes {
  let operation: TypeScriptOperation
  let spelling: TypeScriptSpelling
  let reader: TypeScriptReader

  private var input: TypeScriptSpelling {
    var input = spelling
    input.isInput = true
    return input
  }

  // MARK: - Input

  /// The locations of parameters. The input has one member for each.
  private static let locations: [OpenAPIParameter.Location] = [.path, .query, .header, .cookie]

  /// True if calls have an input.
  var hasInput: Bool { !operation.parameters.isEmpty || !operation.bodies.isEmpty }

  /// True if a call may omit the input.
  var isInputOptional: Bool {
    operation.parameters.allSatisfy { !$0.source.isRequired }
      && (operation.bodies.isEmpty || operation.source.requestBody?.isRequired != true)
  }

  /// Writes the declaration of the input; nothing without parameters and body.
  func writeInput(to text: inout TypeScriptText) {
    guard hasInput else { return }
    let members = Self.locations.compactMap { parameters(in: $0) }
    text.line()
    text.comment(["The input of `\(operation.id)`."])
    if operation.bodies.count < 2 {
      let body = operation.bodies.first.map { [bodyMember($0)] } ?? []
      text.block("export interface \(operation.inputName) {") { text in
        for line in input.lines(of: members + body, nil) { text.line(line) }
      }
      return
    }
    let bodies = operation.bodies.enumerated().map { index, body in
      let name = TypeScriptType.literal(.string(body.mediaType), isLarge: false)
      return TypeScriptType.object(
        [TypeScriptMember(name: "contentType", type: name, isOptional: index == 0), bodyMember(body)], rest: nil)
    }
    let parts = (members.isEmpty ? [] : [TypeScriptType.object(members, rest: nil)]) + [.anyOf(bodies)]
    text.line("export type \(operation.inputName) = \(input.text(.allOf(parts)));")
  }

  private func parameters(in location: OpenAPIParameter.Location) -> TypeScriptMember? {
    let parameters = operation.parameters.filter { $0.source.location == location }
    guard !parameters.isEmpty else { return nil }
    let members = parameters.map { parameter in
      TypeScriptMember(
        name: parameter.source.name, type: parameter.type, isOptional: !parameter.source.isRequired,
        notes: notes(on: parameter.source))
    }
    return TypeScriptMember(
      name: location.rawValue, type: .object(members, rest: nil), isOptional: members.allSatisfy(\.isOptional))
  }

  /// Returns the notes of a parameter, supplemented by those of its schema.
  private func notes(on parameter: OpenAPIParameter) -> [String] {
    let own = TypeScriptReader.notes(on: parameter.node.value)
    guard parameter.description == nil, let schema = parameter.schema?.value else { return own }
    let description = TypeScriptReader.notes(on: schema, default: false).filter { !own.contains($0) }
    return description + own
  }

  private func bodyMember(_ body: TypeScriptBody) -> TypeScriptMember {
    TypeScriptMember(
      name: "body", type: body.sentType, isOptional: operation.source.requestBody?.isRequired != true,
      notes: operation.source.requestBody?.description.map { [$0] } ?? [])
  }

  // MARK: - Result

  /// The type of the result of a call.
  var result: String {
    if operation.hasWholeResults { return operation.resultName }
    return operation.results.first.map { body(of: $0) } ?? "void"
  }

  /// The type of the channel that the operation opens; nil for other operations.
  var channel: String? {
    operation.channel.map { channel in
      "Channel<\(messages(channel.sent, input, binary: .binary)), \(messages(channel.received, spelling, binary: .bytes))>"
    }
  }

  private enum Binary: String {
    case binary = "Blob | Uint8Array"
    case bytes = "Uint8Array"
  }

  /// Returns the type of messages; strings and bytes if they are not described.
  private func messages(_ bodies: [TypeScriptBody], _ spelling: TypeScriptSpelling, binary: Binary) -> String {
    var types: [String] = []
    for body in bodies {
      let text = body.type == .binary ? binary.rawValue : spelling.text(body.type)
      if !types.contains(text) { types.append(text) }
    }
    return types.isEmpty ? "string | \(binary.rawValue)" : types.joined(separator: " | ")
  }

  /// Writes the declaration of the result; nothing for a result that is only a body.
  func writeResult(to text: inout TypeScriptText) {
    guard operation.hasWholeResults else { return }
    let alternatives = operation.results.map { response in
      var lines = ["status: \(response.statusType)"]
      let body = body(of: response)
      if body != "void" { lines.append("body: \(body)") }
      if !response.headers.isEmpty { lines.append("headers: \(headers(of: response))") }
      let inline = "{ " + lines.joined(separator: "; ") + " }"
      return inline.utf8.contains(UInt8(ascii: "\n"))
        ? "{\n" + lines.map { "  \(TypeScriptSpelling.indented($0));" }.joined(separator: "\n") + "\n}" : inline
    }
    text.line()
    text.comment(["The result of `\(operation.id)`."])
    let isSingle = alternatives.count == 1
    let lines =
      isSingle ? " " + alternatives[0] : alternatives.map { "\n  | " + TypeScriptSpelling.indented($0) }.joined()
    text.line("export type \(operation.resultName) =\(lines);")
  }

  private func headers(of response: TypeScriptResponse) -> String {
    let members = response.headers.map { header in
      TypeScriptMember(
        name: header.source.name, type: header.type, isOptional: !header.source.isRequired,
        notes: TypeScriptReader.notes(on: header.source.node.value))
    }
    return spelling.text(.object(members, rest: nil))
  }

  /// Returns the type of the body of a response; `void` without one.
  private func body(of response: TypeScriptResponse, adjusting change: (TypeScriptType) -> TypeScriptType = { $0 })
    -> String
  {
    guard !response.bodies.isEmpty, operation.source.method != .head else { return "void" }
    var types: [String] = []
    for body in response.bodies {
      let text =
        body.element.map { "AsyncIterable<\(spelling.text($0))>" }
        ?? (body.type == .binary ? "Blob" : spelling.text(change(body.type)))
      if !types.contains(text) { types.append(text) }
    }
    return types.joined(separator: " | ")
  }

  // MARK: - Errors

  /// Writes the declaration of the errors; nothing if the operation declares none.
  func writeErrors(to text: inout TypeScriptText) {
    guard !operation.errors.isEmpty else { return }
    let tag = errorTag
    var rows: [(statuses: [String], body: String)] = []
    for response in operation.errors {
      let body = body(of: response) { type in tag.map { self.untagged(type, $0) } ?? type }
      let text = body == "void" ? "undefined" : body
      if let index = rows.firstIndex(where: { $0.body == text }) {
        if !rows[index].statuses.contains(response.statusType) { rows[index].statuses.append(response.statusType) }
      } else {
        rows.append(([response.statusType], text))
      }
    }
    text.line()
    text.comment(["The errors that `\(operation.id)` declares."])
    let lines = rows.map { row in
      let statuses = row.statuses.contains("number") ? "number" : row.statuses.joined(separator: " | ")
      return "ResponseError<\(statuses), \(TypeScriptSpelling.indented(row.body))>"
    }
    let joined = lines.count == 1 ? " " + lines[0] : lines.map { "\n  | " + $0 }.joined()
    text.line("export type \(operation.errorName) =\(joined);")
  }

  /// The member that distinguishes the bodies of errors, such as `code`; nil if there is none.
  var errorTag: String? {
    var names: [String] = []
    for body in operation.errors.flatMap(\.bodies) {
      for alternative in alternatives(of: body.type) { names += constants(of: alternative).map(\.name) }
    }
    // These members of a problem (RFC 9457) are not error codes.
    let others: Set<String> = ["status", "title", "type"]
    return names.contains("code") ? "code" : names.first { !others.contains($0) }
  }

  /// Returns the values of the error tag in the bodies of a format. A value is nil for bodies without the tag. Returns nil
  /// if the format allows any value of the tag.
  func tagValues(_ body: TypeScriptBody, _ tag: String) -> [JSONValue?]? {
    var values: [JSONValue?] = []
    for alternative in alternatives(of: body.type) {
      let value = constants(of: alternative).first { $0.name == tag }?.value
      if value == nil, alternative.hasMember(tag, in: reader.types) { return nil }
      if !values.contains(value) { values.append(value) }
    }
    return values
  }

  /// Returns the type with the tag declared as absent from the alternatives that do not have it.
  private func untagged(_ type: TypeScriptType, _ tag: String) -> TypeScriptType {
    if case .component(let name) = type, let target = reader.types[name], case .union = target {
      let isTagged = target.alternatives.allSatisfy { $0.hasMember(tag, in: reader.types) }
      return isTagged ? type : untagged(target, tag)
    }
    return .anyOf(
      type.alternatives.map { alternative in
        guard isObject(alternative), !alternative.hasMember(tag, in: reader.types) else { return alternative }
        let absent = TypeScriptMember(name: tag, type: .undefined, isOptional: true)
        return .intersection([alternative, .object([absent], rest: nil)])
      })
  }

  private func alternatives(of type: TypeScriptType) -> [TypeScriptType] {
    type.alternatives.flatMap { part -> [TypeScriptType] in
      guard case .component(let name) = part, let target = reader.types[name], case .union(let parts) = target else {
        return [part]
      }
      return parts
    }
  }

  private func constants(of type: TypeScriptType) -> [(name: String, value: JSONValue)] {
    let known = TypeScriptGuard.all(of: type, in: reader.types).first?.constants ?? []
    return known.compactMap { constant in constant.values.count == 1 ? (constant.name, constant.values[0]) : nil }
  }

  private func isObject(_ type: TypeScriptType) -> Bool {
    TypeScriptGuard.all(of: type, in: reader.types).allSatisfy { $0.kind == "object" }
  }
}
