import SwiftSyntax

/// The declaration of an endpoint as a static constant, shared by all forms of declaration.
struct EndpointConstant {
  /// The method as an expression.
  let method: String
  let template: PathTemplate?
  let id: String
  let statuses: [StatusModel]
  /// The traits and failures of the enclosing declaration.
  var shared = SharedTraits()
  let failures: [LocatedText]
  /// The endpoint's own traits. They take precedence over shared traits of the same kind.
  let traits: [TraitModel]
  let documentation: Documentation
  let result: ResultModel?
  /// The `@Name` attributes of the function.
  var names: [NameModel] = []
  /// The node for errors about a result that is not written as a type.
  var word: Syntax?

  private var headerTuple: HeaderTupleModel? { result?.headerTuple(named: names) }

  /// Writes the constant.
  ///
  /// - Parameters:
  ///   - head: the declaration up to the name.
  ///   - request: the type of the inputs.
  ///   - response: the type of the result.
  func render(_ head: LocatedText, request: LocatedText, response: LocatedText, into writer: inout SourceWriter) {
    let content = result?.anchor ?? word
    let type: LocatedText = "Contract::Endpoint<\(request), \(response)>"
    let own = shared.unshared(failures)
    let tuple = headerTuple
    if type.isPlain, traits.allSatisfy(\.text.isPlain), own.isEmpty, tuple == nil, result?.versioned == nil {
      let list = arguments(traits.map { ".\($0.text.text)" }, throwing: shared.hasFailures ? "__failures" : nil)
      return writer.list("\(head) = \(type.text)(" as LocatedText, list.map { LocatedText($0) }, ")")
    }
    // Two parts have the same location in the user's source: the type of the result, and the initializer that is
    // unavailable for types that are not Codable. One statement cannot contain a location twice, so these are separate
    // statements.
    writer.block("\(head): \(type) =" as LocatedText, close: "}()") { writer in
      for (index, trait) in traits.enumerated() {
        writer.line("let __\(index) = Contract::EndpointTrait.\(trait.text)" as LocatedText)
      }
      if !own.isEmpty { writer.line("let __own = Contract::_failures(\(own.listed))" as LocatedText) }
      if let tuple { HeaderTupleRenderer(result: tuple, response: response).render(into: &writer) }
      if let value = result?.versioned { writer.bodyCodec(TypeModel(value)) }
      if content != nil, let value = result?.valueBesideResponse {
        writer.line("let __value = \(value.located(value.metatype))" as LocatedText)
        // The type is a separate alias, because inside the next statement, an error of the type would be at a later column.
        writer.line("typealias __Result = \(response)" as LocatedText)
        writer.line(
          "let __codec = Contract::ResponseCodec<__Result>\(".withResponse(__value)", at: content, offset: 1)"
            as LocatedText)
      }
      let failures =
        own.isEmpty ? nil : shared.hasFailures ? "Contract::_failures(joining: __failures, __own)" : "__own"
      let list = arguments(
        traits.indices.map { "__\($0)" }, throwing: failures ?? (shared.hasFailures ? "__failures" : nil))
      guard let content else { return writer.list("return Contract::Endpoint(", list, ")") }
      writer.line("return Contract::Endpoint\(".init(\(list.joined(separator: ", ")))", at: content, offset: 1)")
    }
  }

  private func arguments(_ traits: [String], throwing failures: String?) -> [String] {
    var arguments = [method, (template?.text ?? "").literal] + shared.names + traits
    if let text = documentation.text, text.replacing("\n", with: " ") != documentation.summary {
      arguments.append(".documentation(\(text.literal))")
    }
    arguments.append("id: \(id.literal)")
    if let status = statuses.first?.code { arguments.append("status: \(status)") }
    if let failures { arguments.append("throws: \(failures)") }
    if let summary = documentation.summary { arguments.append("summary: \(summary.literal)") }
    if headerTuple != nil {
      arguments.append("result: __codec")
    } else if result?.versioned != nil {
      arguments.append("result: .versioned(__value)")
    } else if let value = result?.valueBesideResponse {
      arguments.append("result: \(value.anchor == nil ? ".withResponse(\(value.metatype))" : "__codec")")
    }
    if method == ".head", case .value(let type) = result, type.mayBeResultEnum { arguments.append("_bodiless: ()") }
    return arguments
  }

  /// Returns the method of a verb as an expression.
  static func method(_ token: String?) -> String {
    guard let token else { return ".get" }
    return EndpointParser.verbs.contains(token) ? ".\(token.lowercased())" : ".init(\(token.literal))!"
  }
}

/// The traits and failures that a declaration sets for all its endpoints.
///
/// Generated code evaluates them once, so that a wrong argument does not cause an error per endpoint.
struct SharedTraits {
  var traits: [TraitModel] = []
  var failures: [LocatedText] = []

  var hasFailures: Bool { !failures.isEmpty }

  /// The traits as arguments.
  var names: [String] {
    traits.enumerated().map { index, trait in trait.text.isPlain ? ".\(trait.text.text)" : "__shared\(index)" }
  }

  /// Returns the failures that are not shared, without duplicates.
  func unshared(_ failures: [LocatedText]) -> [LocatedText] {
    var seen = Set(self.failures.map(Self.type))
    return failures.filter { seen.insert(Self.type($0)).inserted }
  }

  /// Returns the text of a failure's type, without the alias that may wrap it.
  private static func type(_ failure: LocatedText) -> String {
    let (alias, end) = ("Contract::_Type<", ">.self")
    guard failure.text.hasPrefix(alias), failure.text.hasSuffix(end) else { return failure.text }
    return failure.text.dropFirst(alias.count).dropLast(end.count) + ".self"
  }

  /// Adds the constants that endpoints use.
  func render(into writer: inout SourceWriter) {
    for (index, trait) in traits.enumerated() where !trait.text.isPlain {
      writer.line("private static let __shared\(index) = Contract::EndpointTrait.\(trait.text)" as LocatedText)
    }
    guard hasFailures else { return }
    let failures = SharedTraits().unshared(failures)
    writer.line("private static let __failures = Contract::_failures(\(failures.listed))" as LocatedText)
  }
}
