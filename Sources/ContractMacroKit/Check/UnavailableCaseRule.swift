import SwiftSyntax

/// A rule: no case is unavailable, because generated code creates every case.
enum UnavailableCaseRule {
  /// Returns the errors in the attributes of an enum's cases.
  static func findings(in declaration: some DeclGroupSyntax) -> [Finding] {
    let cases = declaration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
    return cases.flatMap { element in
      element.attributes.named("available").filter(\.isUnavailable).map { attribute in
        Finding(
          "unavailable-case", at: attribute,
          "An unavailable case cannot be decoded; remove the case, or write '@available(*, deprecated)'.")
      }
    }
  }
}

extension AttributeSyntax {
  /// True for `@available(*, unavailable)` and `@available(swift, obsoleted: 5.0)`; false for a single platform.
  var isUnavailable: Bool {
    guard case .availability(let arguments) = arguments else { return false }
    let words = arguments.compactMap { element -> String? in
      switch element.argument {
      case .token(let word): word.text
      case .availabilityLabeledArgument(let labeled): labeled.label.text
      default: nil
      }
    }
    guard let first = words.first, ["*", "swift"].contains(first) else { return false }
    return words.contains("unavailable") || words.contains("obsoleted")
  }
}
