import SwiftSyntax

/// A parser of the attributes that set traits of an endpoint.
enum TraitParser {
  /// The attributes that set the format of the body. With several of them, several formats are accepted.
  static let contents: Set<String> = ["JSON", "MergePatch", "URLForm", "Multipart", "Coder"]

  /// The other attributes, each with the name of its trait. The trait has the arguments of the attribute.
  static let traits = [
    "Headers": "fields", "Authorization": "authorization", "KeyMapping": "keys", "Wire": "wire", "Timeout": "timeout",
    "MaxBody": "maxBody",
    "Idempotent": "idempotent", "Deprecated": "deprecated", "Meta": "meta", "ETag": "entityTag",
    "Checksum": "checksum",
  ]

  /// All attributes parsed here. They are allowed on endpoints and, except those in ``ofEndpoints``, also on a protocol or a
  /// group.
  static let names = contents.union(traits.keys).union(["Security"])

  /// The attributes that belong on an endpoint, because they need its result or its body.
  static let ofEndpoints: Set<String> = ["ETag", "Checksum"]

  /// The attributes that need no argument.
  private static let bare: Set<String> = [
    "JSON", "MergePatch", "URLForm", "Multipart", "Idempotent", "ETag", "Checksum",
  ]

  /// Returns the traits of attributes as expressions, in order.
  static func traits(_ attributes: AttributeListSyntax) -> [TraitModel] {
    var traits: [TraitModel] = []
    var contents: [AttributeSyntax] = []
    var security: [AttributeSyntax] = []
    for attribute in attributes.plain {
      // The compiler reports a missing argument at the attribute.
      guard let name = attribute.attributeName.baseName, !attribute.argumentList.isEmpty || bare.contains(name) else {
        continue
      }
      if let trait = Self.traits[name] {
        // A wrong argument is reported at the attribute, not at its copy in generated code.
        guard TraitArgumentRule.findings(in: attribute).isEmpty else { continue }
        traits.append(TraitModel(attribute: attribute, name: name, text: "\(trait)(\(arguments(attribute)))"))
      } else if Self.contents.contains(name) {
        contents.append(attribute)
      } else if name == "Security" {
        guard TraitArgumentRule.findings(in: attribute).isEmpty else { continue }
        security.append(attribute)
      }
    }
    if let first = security.first {
      traits.append(TraitModel(attribute: first, name: "Security", text: "security(\(requirements(security)))"))
    }
    guard let first = contents.first else { return traits }
    traits.append(
      TraitModel(attribute: first, name: "content", text: "content(\(contentForms(attributes).listed))"))
    for options in contents.filter({ $0.attributeName.baseName == "URLForm" && !$0.argumentList.isEmpty }) {
      traits.append(TraitModel(attribute: options, name: "form", text: "form(\(arguments(options)))"))
    }
    return traits
  }

  /// Returns the body formats of attributes as expressions, in order.
  static func contentForms(_ attributes: AttributeListSyntax) -> [LocatedText] {
    attributes.plain.filter { attribute in
      guard let name = attribute.attributeName.baseName else { return false }
      return contents.contains(name) && (!attribute.argumentList.isEmpty || bare.contains(name))
    }.map(content)
  }

  /// Returns the requirements of one or several alternatives.
  private static func requirements(_ attributes: [AttributeSyntax]) -> LocatedText {
    guard attributes.count > 1 else { return attributes.map(arguments).listed }
    return "anyOf: " + attributes.map { "Contract::SecurityRequirement(\(arguments($0)))" as LocatedText }.listed
  }

  /// Returns the body format of an attribute.
  private static func content(_ attribute: AttributeSyntax) -> LocatedText {
    switch attribute.attributeName.baseName {
    case "URLForm": ".urlForm"
    case "MergePatch": ".mergePatch"
    case "Multipart": attribute.argumentList.isEmpty ? ".multipart" : ".multipart(\(arguments(attribute)))"
    case "Coder": ".coder(\(arguments(attribute)))"
    default: attribute.argumentList.isEmpty ? ".json" : ".json(\(arguments(attribute)))"
    }
  }

  private static func arguments(_ attribute: AttributeSyntax) -> LocatedText {
    attribute.argumentList.map { argument in
      LocatedText(argument.label.map { $0.text + ": " } ?? "") + LocatedText(inner: argument.expression)
    }.listed
  }
}

extension AttributeListSyntax {
  /// The attributes that set the format of the body, in order.
  var bodyFormats: [AttributeSyntax] {
    plain.filter { TraitParser.contents.contains($0.attributeName.baseName ?? "") }
  }
}

/// The trait of an endpoint that an attribute sets.
struct TraitModel {
  let attribute: AttributeSyntax
  /// The attribute's name, or `content` for all formats of the body.
  let name: String
  /// The call that creates the trait, such as `wire(.papyrus)`.
  let text: LocatedText

  /// Returns the trait with `Self` in the user's words replaced by the spelling of a type; unchanged for nil.
  func spellingSelf(_ owner: String?) -> TraitModel {
    TraitModel(attribute: attribute, name: name, text: text.spellingSelf(owner))
  }
}
