/// A renderer of the conformance of an `@APIError` enum.
struct FailureRenderer {
  let failure: FailureModel
  /// False if the enum itself declares the conformance.
  let addsConformance: Bool
  /// False if the enum declares that it is `Sendable`.
  var addsSendable = false
  /// True for an enum with errors. Its values may not be `Sendable`, and a warning about them would be a second
  /// message.
  var isRefused = false
  var locations = SourceLocations.none

  private var access: String { failure.access.forMembers + "nonisolated " }

  func render(extending type: String) -> String {
    var writer = SourceWriter(locations: locations)
    let conformances =
      (addsConformance ? ["nonisolated Contract::_ContractAPIFailure"] : [])
      + (addsSendable ? ["\(isRefused ? "@unchecked " : "")Swift::Sendable"] : [])
    let list = conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")
    writer.block("extension \(type)\(list)") { writer in
      if failure.codeMember != "code" {
        let name = implementing("codeMember", into: &writer)
        writer.line("\(access)static var \(name): Swift::String { \(failure.codeMember.literal) }")
        writer.gap()
      }
      let cases = implementing("declaredCases", into: &writer)
      writer.block("\(access)static var \(cases): [Contract::FailureCase]") { writer in
        writer.line("[")
        writer.indented { writer in
          for element in failure.namedCases { writer.line(description(element) + ",") }
        }
        writer.line("]")
      }
      writer.gap()
      let declared = implementing("declaredCase", into: &writer)
      writer.block("\(access)var \(declared): Contract::FailureCase") { writer in
        writer.line("switch self {")
        for element in failure.namedCases { writer.line("case .\(element.name.source): \(description(element))") }
        renderRest(into: &writer)
        writer.line("}")
      }
      writer.gap()
      renderEncode(into: &writer)
      writer.gap()
      renderDecode(into: &writer)
    }
    return writer.text
  }

  /// Returns the name of a requirement, or a free name if a user's member has the requirement's name.
  private func implementing(_ requirement: String, into writer: inout SourceWriter) -> String {
    failure.takenMembers.implementing(requirement, of: "APIFailure", into: &writer)
  }

  private func description(_ element: StatusCaseModel) -> String {
    "Contract::FailureCase(code: \(element.code.source), status: \(element.status ?? 500))"
  }

  private func renderEncode(into writer: inout SourceWriter) {
    let name = implementing("encodeMembers(into:)", into: &writer)
    writer.block("\(access)func \(name)(into __encoder: inout Contract::FailureEncoder) throws") { writer in
      writer.line("switch self {")
      for element in failure.namedCases {
        guard !element.members.isEmpty, failure.holdsMembers(of: element) else {
          writer.line("case .\(element.name.source): break")
          continue
        }
        let bindings = element.members.map { "let \($0.local)" }.joined(separator: ", ")
        writer.line("case .\(element.name.source)(\(bindings)):")
        writer.indented { writer in
          for member in element.members {
            let call = ".member(\(member.key.literal), \(member.local))"
            writer.line("try __encoder\(call, at: member.type.original.anchor, offset: 1)")
          }
        }
      }
      renderRest(into: &writer)
      writer.line("}")
    }
  }

  /// Adds the `default` of a `switch` if several cases have the same name.
  private func renderRest(into writer: inout SourceWriter) {
    if failure.namedCases.count < failure.cases.count { writer.line("default: Swift::fatalError()") }
  }

  private func renderDecode(into writer: inout SourceWriter) {
    let parameters = ["_ __code: Contract::FailureCode", "from __decoder: Contract::FailureDecoder"]
    // A deprecated function may name deprecated cases without a warning. Its own calls cause no warning, because they are made
    // through a protocol.
    let isDeprecated = failure.namedCases.contains { $0.isDeprecated }
    if isDeprecated { writer.line("@available(*, deprecated)") }
    let name = implementing("decode(_:from:)", into: &writer)
    writer.list("\(access)static func \(name)(", parameters, ") throws -> Self? {")
    writer.indented { writer in
      writer.line("switch __code {")
      var codes: Set<FailureCodeModel> = []
      for element in failure.namedCases where codes.insert(element.code).inserted {
        writer.line("case \(element.code.source):")
        writer.indented { writer in renderCase(element, into: &writer) }
      }
      writer.line("default: return nil")
      writer.line("}")
    }
    writer.line("}")
  }

  private func renderCase(_ element: StatusCaseModel, into writer: inout SourceWriter) {
    guard failure.holdsMembers(of: element), !element.isUnavailable else { return writer.line("return nil") }
    let values = element.members.map { member in
      let label = member.label.map { $0.label + ": " } ?? ""
      // The type is inferred, because an extension of a nested type does not see its sibling types.
      return "\(label)try __decoder.member(\(member.key.literal))"
    }
    let name = "return \(element.name.enumCase)"
    if values.isEmpty { writer.line(name) } else { writer.list(name + "(", values, ")") }
  }
}
