import SwiftSyntax

/// The arguments of an endpoint's initializer, the same for every shape of contract.
struct EndpointArguments {
  /// The method as an expression.
  let method: String
  let template: PathTemplate?
  let id: String
  let statuses: [StatusModel]
  let failures: [ExprSyntax]
  /// The traits of the scope around the endpoint, then its own: of two of a kind the later one counts.
  let traits: [TraitModel]
  let documentation: Documentation
  /// The codec of a result whose type does not choose it by itself.
  var codec: String?

  /// The arguments in order.
  var list: [String] {
    var arguments = [method, (template?.text ?? "").literal] + traits.map(\.text)
    arguments.append("id: \(id.literal)")
    if let status = statuses.first?.code { arguments.append("status: \(status)") }
    var seen: Set<String> = []
    let types = failures.map(\.trimmedDescription).filter { seen.insert($0).inserted }
    if !types.isEmpty { arguments.append("throws: Contract::_failures(\(types.joined(separator: ", ")))") }
    if let summary = documentation.summary { arguments.append("summary: \(summary.literal)") }
    if let codec { arguments.append("result: \(codec)") }
    return arguments
  }

  /// The method of a verb as an expression.
  static func method(_ token: String?) -> String {
    guard let token else { return ".get" }
    return EndpointParser.verbs.contains(token) ? ".\(token.lowercased())" : ".init(\(token.literal))!"
  }
}
