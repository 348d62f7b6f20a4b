/// A command of the tool, such as `diff`.
struct ToolCommand: Sendable {
  /// The name.
  var name: String
  /// A phrase for the list of commands, without a period.
  var summary: String
  /// The operands as shown in the help, such as `OLD NEW`.
  var operands = ""
  /// The allowed numbers of operands. A command whose options change the number checks it itself.
  var operandCounts: ClosedRange<Int> = 0...0
  /// The options.
  var options: [ToolOption] = []
  /// Paragraphs and examples for the command's help.
  var discussion: String
  /// True for a command whose options depend on a document. It receives all arguments as operands, with `--help`.
  var parsesItself = false
  /// Runs the command.
  var run: @Sendable (ToolArguments, ToolConsole) async throws -> ToolStatus
}

/// An option of a command.
struct ToolOption: Sendable {
  /// The name with its dashes, such as `--port`.
  var name: String
  /// The placeholder of the value in the help, such as `N`; nil for an option without a value.
  var value: String?
  /// The effect, and the default if there is one.
  var help: String

  /// Creates an option.
  init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// The option that selects output for programs.
  static let json = ToolOption("--json", nil, "Print JSON instead of text.")
}

/// The exit status of the tool.
enum ToolStatus: Int32, Sendable {
  /// The command succeeded and found nothing to report.
  case fine = 0
  /// The command succeeded and reported findings that fail a CI job.
  case findings = 1
  /// The command line is invalid, an input cannot be read, or there is no response.
  case unusable = 2
}

/// An invalid command line.
struct ToolUsageError: Error, Equatable {
  /// The fault.
  let message: String
  /// The remedy; nil for a pointer to the help.
  let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
