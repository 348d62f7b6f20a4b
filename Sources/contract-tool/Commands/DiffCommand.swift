import ContractHTTP
import ContractOpenAPI

extension ToolCommand {
  /// `diff`: compares two versions of a document.
  static let diff = ToolCommand(
    name: "diff", summary: "Compare two versions of a document, and judge each change", operands: "OLD NEW",
    operandCounts: 1...2,
    options: [
      ToolOption("--blessed", "FILE", "The old version, kept in the repository. Then NEW is the only operand."),
      ToolOption("--bless", nil, "Copy NEW to the blessed file after printing the changes, and exit with 0."),
      ToolOption("--markdown", nil, "Print Markdown instead of text."),
      .json,
    ],
    discussion: """
      Compares two OpenAPI documents in JSON and shows the effect on clients of the old version. Requests may widen and
      responses may narrow; other changes of values are breaking. Exits with 1 if a change is breaking.

        contract-tool diff old.json new.json
        contract-tool diff --blessed docs/api/v1.json openapi.json          a gate for CI
        contract-tool diff --blessed docs/api/v1.json openapi.json --bless  accepts the changes
      """
  ) { arguments, console in
    let run = try DiffRun(arguments)
    return try run(console)
  }
}

/// A run of `diff`.
private struct DiffRun {
  let arguments: ToolArguments
  let old: DocumentFile
  let new: DocumentFile

  init(_ arguments: ToolArguments) throws(ToolUsageError) {
    self.arguments = arguments
    let help = "Run `contract-tool diff --help`."
    if let blessed = arguments.value("--blessed") {
      guard arguments.operands.count == 1 else {
        throw ToolUsageError("With `--blessed`, NEW is the only operand.", hint: help)
      }
      old = DocumentFile(path: blessed)
      new = DocumentFile(path: arguments.operands[0])
    } else {
      guard !arguments.has("--bless") else { throw ToolUsageError("`--bless` needs `--blessed FILE`.", hint: help) }
      guard arguments.operands.count == 2 else {
        throw ToolUsageError("`diff` has \(arguments.operands.count) operands: expected OLD NEW.", hint: help)
      }
      old = DocumentFile(path: arguments.operands[0])
      new = DocumentFile(path: arguments.operands[1])
    }
    guard !old.isStandardInput || !new.isStandardInput else {
      throw ToolUsageError("The standard input is one document; name a file for the other.", hint: help)
    }
    guard !arguments.has("--bless") || !old.isStandardInput else {
      throw ToolUsageError("`--bless` writes a file; `--blessed -` names the standard input.", hint: help)
    }
  }

  func callAsFunction(_ console: ToolConsole) throws -> ToolStatus {
    // The first version is not compared, because there is no old version yet.
    let isFirst = arguments.has("--bless") && !old.exists
    // Documents are read in the order of the operands, so an error names the first faulty one.
    let previous = try isFirst ? nil : old.document()
    let bytes = try new.bytes()
    let current = try new.document(in: bytes)
    guard let previous else { return try bless(bytes, console) }
    let diff = OpenAPIDiff(from: previous, to: current)
    print(diff, console)
    if arguments.has("--bless") { return try bless(bytes, console) }
    guard let blessed = arguments.value("--blessed"), !diff.changes.isEmpty else {
      return diff.isBreaking ? .findings : .fine
    }
    let command = "contract-tool diff --blessed \(blessed) \(new.path) --bless"
    console.complain(
      diff.isBreaking
        ? "\(new.path) breaks clients of \(blessed). Undo the breaking changes, or accept them: \(command)"
        : "\(new.path) has changes that break no client. Accept them: \(command)")
    return diff.isBreaking ? .findings : .fine
  }

  private func bless(_ bytes: [UInt8], _ console: ToolConsole) throws -> ToolStatus {
    try old.write(bytes)
    console.complain("\(old.path) is now a copy of \(new.path). Commit it.")
    return .fine
  }

  private func print(_ diff: OpenAPIDiff, _ console: ToolConsole) {
    if arguments.has("--json") { return console.print(diff.json()) }
    if arguments.has("--markdown") { return console.print(diff.markdown().escapingControls(except: ["\n"])) }
    let text = diff.text { severity in
      switch severity {
      case .breaking: console.styled("breaking", .red)
      case .safe: console.styled("safe", .green)
      case .documentation: console.styled("documentation", .dim)
      }
    }
    console.print(text)
  }
}
