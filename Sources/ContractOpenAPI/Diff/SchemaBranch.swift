internal import ContractCoding

/// An alternative of a schema, with the names used to match alternatives of two versions.
struct SchemaBranch: Sendable {
  /// A name of an alternative.
  struct Name: Sendable, Hashable {
    /// The kinds of names, the most specific first.
    enum Kind: Sendable, Hashable, CaseIterable {
      /// The constant values of required members.
      case tag
      /// The name of the schema that the alternative refers to.
      case reference
      /// The whole schema.
      case value
      /// The names of required members.
      case required
      /// The allowed types.
      case types

      /// Whether different alternatives may have the same name.
      var isVague: Bool { self == .types || self == .required }
    }

    let kind: Kind
    let text: String
  }

  let part: SchemaPart
  let traits: SchemaBranchTraits
  private let names: [Name]

  /// Returns the alternatives of a schema; the schema itself if it has none.
  static func all(of view: SchemaView, _ document: OpenAPIDocument) -> [SchemaBranch] {
    guard let branches = view.branches else {
      return [SchemaBranch(view.alternative(nil), view.rules, in: view.rules, document)]
    }
    return branches.flatMap { branch in
      let references = OpenAPIReferences(document.root)
      let rules = SchemaRules([branch], references, document.version)
      let part = view.alternative(branch)
      let tags = view.group?.tags(of: branch).map { (view.group?.tag ?? "", $0) } ?? []
      // Several values of a discriminator may select one alternative, which then results in one branch for each value.
      let all = tags.map { SchemaBranch(part, rules, in: view.rules, document, tag: $0) }
      return all.isEmpty || Set(all.map { $0.name(.tag) }).count < all.count
        ? [SchemaBranch(part, rules, in: view.rules, document)] : all
    }
  }

  /// Creates an alternative.
  ///
  /// - Parameters:
  ///   - base: the rules of the schema that contains the alternative.
  ///   - tag: the member that selects the alternative, and its value; used if the alternative has no constant for the
  ///     member.
  private init(
    _ part: SchemaPart, _ rules: SchemaRules, in base: SchemaRules, _ document: OpenAPIDocument,
    tag: (String, String)? = nil
  ) {
    self.part = part
    traits = SchemaBranchTraits(rules, in: base, document, tag: tag)
    var names: [Name] = []
    let references = OpenAPIReferences(document.root)
    var tags = rules.objects.members.compactMap { member -> String? in
      guard rules.objects.required.contains(member.name) else { return nil }
      let choices = SchemaRules(member.schemas, references, document.version).choices
      return choices?.count == 1 ? "\(member.name)=\(choices?.first?.description ?? "")" : nil
    }
    if let (name, value) = tag, !tags.contains(where: { $0.utf8.starts(with: "\(name)=".utf8) }) {
      tags.append("\(name)=\(JSONValue.string(value))")
    }
    if !tags.isEmpty { names.append(Name(kind: .tag, text: tags.sorted().joined(separator: ","))) }
    if let target = rules.targets.first { names.append(Name(kind: .reference, text: target)) }
    if let node = part.chosen.last { names.append(Name(kind: .value, text: node.value.description)) }
    if !rules.objects.required.isEmpty {
      names.append(Name(kind: .required, text: rules.objects.required.sorted().joined(separator: ",")))
    }
    // Null is compared for the whole schema, so it does not distinguish alternatives.
    let types = rules.types.map { $0.subtracting([.null]).map(\.rawValue).sorted().joined(separator: ",") } ?? "any"
    names.append(Name(kind: .types, text: types))
    self.names = names
  }

  /// Returns the name of a kind; nil if there is none.
  func name(_ kind: Name.Kind) -> Name? { names.first { $0.kind == kind } }

  /// Returns false for alternatives with different tags.
  func mayMatch(_ other: SchemaBranch) -> Bool {
    guard let tag = name(.tag), let others = other.name(.tag) else { return true }
    return tag == others
  }

  /// The most specific name as a phrase.
  var phrase: String {
    guard let name = names.first(where: { $0.kind != .value }) else { return "" }
    return "`\(name.text)`"
  }
}
