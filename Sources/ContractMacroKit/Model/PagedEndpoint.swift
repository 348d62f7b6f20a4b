import SwiftSyntax

/// The facts about an endpoint that `@Paged` needs, independent of the form of its declaration.
struct PagedEndpoint {
  /// An input that may be the cursor.
  struct Input {
    let name: Identifier
    let label: Identifier?
    let type: TypeModel
    /// The wire name before any key mapping.
    let key: String
    let isQuery: Bool
    /// False if the first page would need a cursor.
    let mayBeAbsent: Bool
    /// The `let` of a member that cannot be set.
    var constant: TokenSyntax?
  }

  /// The name in messages, such as `list(after:)`.
  let title: String
  /// The `@Paged` attributes. A second one is an error.
  let pagings: [PagingModel]
  /// The inputs; nil if they are in a type that the macro does not see.
  let inputs: [Input]?
  /// The result; nil if it is a type that the macro does not see.
  let result: ResultModel?
  /// The term for an input in messages.
  var noun = "parameter"
  /// The remedy that gives an input a default.
  var defaulting = "add '@Default'"

  /// The input with the cursor; nil without a valid `@Paged`.
  var cursor: Input? {
    guard let name = pagings.first?.cursor else { return nil }
    return inputs?.first { $0.name.name == name }
  }

  /// The trait of the endpoint; nil without `@Paged`.
  var trait: TraitModel? { pagings.first?.trait(cursor: cursor?.key) }
}

extension EndpointModel {
  /// The name of the function that requests all pages.
  var pagedName: Identifier { PagingModel.name(for: name) }

  /// The function as an endpoint with pages.
  var paged: PagedEndpoint {
    PagedEndpoint(
      title: fullName, pagings: pagings,
      inputs: parameters.map { parameter in
        PagedEndpoint.Input(
          name: parameter.name, label: parameter.label, type: parameter.type, key: parameter.key,
          isQuery: parameter.kind == .query, mayBeAbsent: parameter.type.isOptional || parameter.defaultValue != nil)
      }, result: result)
  }

  /// The labels of the function that requests all pages.
  var pagedLabels: [String] {
    let cursor = paged.cursor?.name
    return parameters.filter { $0.name != cursor }.map { $0.label?.name ?? "_" }
  }
}

extension ScopeFunctionModel {
  /// The `@Paged` attributes.
  var pagings: [PagingModel] { function.attributes.named("Paged").map(PagingModel.init) }

  /// The function as an endpoint with pages.
  var paged: PagedEndpoint {
    PagedEndpoint(
      title: name.name, pagings: pagings,
      inputs: inputs.map { input in
        PagedEndpoint.Input(
          name: input.name, label: input.label, type: input.type, key: input.key, isQuery: input.kind == .query,
          mayBeAbsent: input.type.isOptional || input.defaultValue != nil)
      }, result: result, defaulting: "add a default")
  }

  /// The labels of the function that requests all pages.
  var pagedLabels: [String] {
    let cursor = paged.cursor?.name
    return path.arguments.map(\.name.name)
      + inputs.filter { $0.name != cursor }.map { $0.label?.name ?? "_" }
  }
}

extension GroupEndpointModel {
  /// The `@Paged` attributes.
  var pagings: [PagingModel] { variable.attributes.named("Paged").map(PagingModel.init) }

  /// The variable as an endpoint with pages. Its inputs are members of the request; an action has none.
  var paged: PagedEndpoint {
    let hasRequest = request.map { $0.baseName != "Empty" } ?? false
    return PagedEndpoint(
      title: name.name, pagings: pagings, inputs: hasRequest ? nil : [], result: response, noun: "member")
  }
}

extension RequestModel {
  /// The `@Paged` attributes.
  var pagings: [PagingModel] { declaration.attributes.named("Paged").map(PagingModel.init) }

  /// The request as an endpoint with pages. The cursor of the request selects the first page.
  var paged: PagedEndpoint {
    PagedEndpoint(
      title: name.name, pagings: pagings,
      inputs: members.compactMap { member in
        guard let type = member.type, let location = member.location else { return nil }
        let word = member.variable.bindingSpecifier
        return PagedEndpoint.Input(
          name: member.name, label: member.name, type: type, key: member.key, isQuery: location.kind == .query,
          mayBeAbsent: true, constant: word.tokenKind == .keyword(.let) ? word : nil)
      }, result: response.map(EndpointParser.result), noun: "member")
  }
}
