import ContractCoding
import ContractHTTP
import ContractOpenAPI

extension ToolCommand {
  /// `lint`: checks a document against rules of good style.
  static let lint = ToolCommand(
    name: "lint", summary: "Check a document for faults and omissions", operands: "DOCUMENT", operandCounts: 1...1,
    options: [
      ToolOption("--ignore", "RULE", "Do not apply a rule; repeatable."),
      ToolOption("--all", nil, "Also apply the optional rule unbounded-string."),
      .json,
    ],
    discussion: """
      Checks an OpenAPI document in JSON. Exits with 1 if a rule is broken.

        contract-tool lint openapi.json --ignore missing-error

      rules: \(LintRule.allCases.map(\.rawValue).joined(separator: ", "))
      """
  ) { arguments, console in
    var rules = arguments.has("--all") ? Set(LintRule.allCases) : LintRule.usual
    for name in arguments.values("--ignore") {
      guard let rule = LintRule(rawValue: name) else {
        let nearest = NearestName(of: name, in: LintRule.allCases.map(\.rawValue)).name
        throw ToolUsageError(
          "There is no rule `\(name.escapingControls())`.",
          hint: nearest.map { "Did you mean `\($0)`?" } ?? "Run `contract-tool lint --help` for the rules.")
      }
      rules.remove(rule)
    }
    let document = try DocumentFile(path: arguments.operands[0]).document()
    let findings = OpenAPILint(document, rules: rules).findings
    if arguments.has("--json") {
      console.print(json(findings))
    } else {
      for finding in findings {
        let text = "\(finding.pointer)\n  \(finding.message)".escapingControls(except: ["\n"])
        console.print("\(console.styled(finding.rule.rawValue, .yellow)) \(text)")
      }
      let count = "\(findings.count) finding\(findings.count == 1 ? "" : "s")"
      console.print(findings.isEmpty ? "The document follows all rules." : count)
    }
    return findings.isEmpty ? .fine : .findings
  }

  private static func json(_ findings: [LintFinding]) -> String {
    let list = findings.map { finding -> JSONValue in
      [
        "rule": .string(finding.rule.rawValue), "pointer": .string(finding.pointer),
        "message": .string(finding.message),
      ]
    }
    return (["findings": .array(list)] as JSONValue).description
  }
}
