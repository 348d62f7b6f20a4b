/// A renderer of the conformance of an `@APIResult` enum.
struct ResultEnumRenderer {
  let result: ResultEnumModel
  var locations = SourceLocations.none

  private var modifiers: String { result.access.forMembers + "nonisolated " }

  /// Returns the members of the enum.
  func renderMembers() -> String {
    var writer = SourceWriter(locations: locations)
    renderDescription(into: &writer)
    writer.gap()
    renderEncode(into: &writer)
    writer.gap()
    renderDecode(into: &writer)
    return writer.text
  }

  /// Returns the members of an enum with errors. They keep uses of the enum valid, so that an error causes one message.
  func renderStub() -> String {
    var writer = SourceWriter()
    let taken = result.takenMembers
    let results = taken.implementing("declaredResults", of: "APIResult", into: &writer)
    writer.line("\(modifiers)static var \(results): [Contract::ResultCase] { [] }")
    let encode = taken.implementing("encode(into:)", of: "APIResult", into: &writer)
    writer.line("\(modifiers)func \(encode)(into __encoder: inout Contract::ResultEncoder) throws {}")
    let decode = taken.implementing("decode(_:from:)", of: "APIResult", into: &writer)
    writer.list("\(modifiers)static func \(decode)(", decodeParameters, ") throws -> Self? { nil }")
    return writer.text
  }

  /// Returns the extension with the conformances among `protocols`, the protocols that the enum itself does not declare.
  func renderExtension(of type: String, addingTo protocols: Set<String>) -> String? {
    let names = ["APIResult", "BodilessResult"].filter(protocols.contains)
      .filter { $0 == "APIResult" || result.isBodiless }
    guard !names.isEmpty else { return nil }
    return "extension \(type): \(names.map { "nonisolated Contract::_Contract\($0)" }.joined(separator: ", ")) {}\n"
  }

  // Each case has its own statement, because one expression cannot have several locations.
  private func renderDescription(into writer: inout SourceWriter) {
    writer.block("\(modifiers)static var declaredResults: [Contract::ResultCase]") { writer in
      for (index, element) in result.cases.enumerated() { renderDescription(index, element, into: &writer) }
      writer.line("return [\(result.cases.indices.map { "__\($0)" }.joined(separator: ", "))]")
    }
  }

  private func renderDescription(_ index: Int, _ element: StatusCaseModel, into writer: inout SourceWriter) {
    var arguments = ["\(element.status ?? 500)"]
    let anchor = element.body?.type.anchor
    if let body = element.body {
      arguments.append("body: \(anchor == nil ? body.type.metatype : "__type\(index)")")
      if anchor != nil { writer.line("let __type\(index) = \(body.type.located(body.type.metatype))" as LocatedText) }
    }
    if !element.headers.isEmpty { arguments.append("headers: \(ResultHeaderRenderer.list(element.headers))") }
    let head = "let __\(index) = Contract::ResultCase"
    guard anchor != nil else { return writer.list(head + "(", arguments, ")") }
    writer.line("\(head)\(".init(\(arguments.joined(separator: ", ")))", at: anchor, offset: 1)" as LocatedText)
  }

  private func renderEncode(into writer: inout SourceWriter) {
    writer.block("\(modifiers)func encode(into __encoder: inout Contract::ResultEncoder) throws") { writer in
      writer.line("switch self {")
      for (index, element) in result.cases.enumerated() {
        let bindings = element.members.map { "let \($0.local)" }.joined(separator: ", ")
        writer.line("case .\(element.name.source)\(bindings.isEmpty ? "" : "(\(bindings))"):")
        writer.indented { writer in
          writer.line("__encoder.begin(\(index))")
          for header in element.headers {
            ResultHeaderRenderer.encode(header, header.local, with: "__encoder.headers", into: &writer)
          }
          if let body = element.body { writer.line("try __encoder.body(\(body.local))") }
        }
      }
      writer.line("}")
    }
  }

  private let decodeParameters = ["_ __case: Swift::Int", "from __decoder: inout Contract::ResultDecoder"]

  private func renderDecode(into writer: inout SourceWriter) {
    // A deprecated function may name deprecated cases without a warning. Its own calls cause no warning, because they are made
    // through a protocol.
    if result.cases.contains(where: \.isDeprecated) { writer.line("@available(*, deprecated)") }
    writer.list("\(modifiers)static func decode(", decodeParameters, ") throws -> Self? {")
    writer.indented { writer in
      writer.line("switch __case {")
      for (index, element) in result.cases.enumerated() {
        writer.line("case \(index):")
        writer.indented { renderDecode(element, into: &$0) }
      }
      writer.line("default: return nil")
      writer.line("}")
    }
    writer.line("}")
  }

  private func renderDecode(_ element: StatusCaseModel, into writer: inout SourceWriter) {
    ResultHeaderRenderer.decode(element.headers, from: "__decoder.headers", into: &writer)
    let values = element.members.map { value in
      (value.label.map { "\($0.label): " } ?? "") + (value.isHeader ? value.local : "try __decoder.body()")
    }
    let name = "return \(element.name.enumCase)"
    if values.isEmpty { writer.line(name) } else { writer.list(name + "(", values, ")") }
  }
}
