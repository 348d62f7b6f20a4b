import SwiftSyntax

/// Reads the attributes that say something about an endpoint beside its verb, inputs and result.
enum TraitParser {
  /// What content is made of; several stand for several accepted forms.
  static let contents: Set<String> = ["JSON", "URLForm", "Multipart", "Coder"]

  /// The other attributes with a trait, and the trait that takes their arguments.
  static let traits = [
    "Headers": "fields", "Authorization": "authorization", "KeyMapping": "keys", "Wire": "wire", "Timeout": "timeout",
    "MaxBody": "maxBody",
    "Idempotent": "idempotent", "Deprecated": "deprecated", "Meta": "meta",
  ]

  /// Every attribute read here; they may stand on a protocol, a group, a self-describing request and on their endpoints.
  static let names = contents.union(traits.keys).union(["Security"])

  /// The traits that attributes stand for, as expressions in their order.
  static func traits(_ attributes: AttributeListSyntax) -> [TraitModel] {
    var traits: [TraitModel] = []
    var contents: [AttributeSyntax] = []
    var security: [AttributeSyntax] = []
    for attribute in attributes.plain {
      guard let name = attribute.attributeName.baseName else { continue }
      if let trait = Self.traits[name] {
        // A wrong argument is told at the attribute, and not once more where it is copied to.
        guard TraitArgumentRule.findings(in: attribute).isEmpty else { continue }
        traits.append(TraitModel(attribute: attribute, name: name, text: "\(trait)(\(arguments(attribute)))"))
      } else if Self.contents.contains(name) {
        contents.append(attribute)
      } else if name == "Security" {
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

  /// The forms of content that attributes stand for, as expressions in their order.
  static func contentForms(_ attributes: AttributeListSyntax) -> [LocatedText] {
    attributes.plain.filter { contents.contains($0.attributeName.baseName ?? "") }.map(content)
  }

  /// What one or several alternatives ask for.
  private static func requirements(_ attributes: [AttributeSyntax]) -> LocatedText {
    guard attributes.count > 1 else { return attributes.map(arguments).listed }
    return "anyOf: " + attributes.map { "Contract::SecurityRequirement(\(arguments($0)))" as LocatedText }.listed
  }

  /// The form of content that an attribute stands for.
  private static func content(_ attribute: AttributeSyntax) -> LocatedText {
    switch attribute.attributeName.baseName {
    case "URLForm": ".urlForm"
    case "Multipart": attribute.argumentList.isEmpty ? ".multipart" : ".multipart(\(arguments(attribute)))"
    case "Coder": ".coder(\(arguments(attribute)))"
    default: attribute.argumentList.isEmpty ? ".json" : ".json(\(arguments(attribute)))"
    }
  }

  private static func arguments(_ attribute: AttributeSyntax) -> LocatedText {
    attribute.argumentList.map { argument in
      LocatedText(argument.label.map { $0.text + ": " } ?? "") + LocatedText(argument.expression)
    }.listed
  }
}

/// One attribute that becomes a trait of an endpoint.
struct TraitModel {
  let attribute: AttributeSyntax
  /// The attribute's name; `content` for those of content together.
  let name: String
  /// The call that makes the trait, such as `wire(.papyrus)`.
  let text: LocatedText
}
