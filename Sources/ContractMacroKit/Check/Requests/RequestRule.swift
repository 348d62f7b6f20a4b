import SwiftSyntax

/// Something that every struct with `@Request` must satisfy.
protocol RequestRule: Sendable {
  /// The mistakes of one struct.
  func findings(in request: RequestModel) -> [Finding]
}

/// All rules of request structs, in the order in which their findings are told apart at one place.
enum RequestRules {
  static let all: [any RequestRule] = []

  /// Everything that is wrong with `request`.
  static func findings(in request: RequestModel, lexicalContext: [Syntax]) -> [Finding] {
    all.flatMap { $0.findings(in: request) }
  }
}
