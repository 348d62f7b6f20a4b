/// The help of the tool and its commands.
enum ToolHelp {
  /// Returns the list of commands.
  static func overview(_ commands: [ToolCommand]) -> String {
    let rows = commands.map { ($0.name, $0.summary) }
    return """
      contract-tool works with OpenAPI documents of HTTP APIs.

      usage: contract-tool COMMAND [OPTIONS]

      commands:
      \(table(rows))

      Run `contract-tool COMMAND --help` for the options of a command.
      Exit status: 0 success, 1 findings, 2 invalid command line or unreadable input.
      """
  }

  /// Returns the help of a command.
  static func text(of command: ToolCommand) -> String {
    let usage = ["contract-tool", command.name, command.operands, command.options.isEmpty ? "" : "[OPTIONS]"]
    var parts = [
      "usage: " + usage.filter { !$0.isEmpty }.joined(separator: " "),
      command.discussion,
    ]
    if !command.options.isEmpty {
      let rows = command.options.map { option in
        (option.value.map { "\(option.name) \($0)" } ?? option.name, option.help)
      }
      parts.append("options:\n" + table(rows))
    }
    return parts.joined(separator: "\n\n")
  }

  /// Returns rows of names and texts in two columns.
  static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map { $0.0.unicodeScalars.count }.max() ?? 0
    return rows.map { name, text in
      "  \(name)\(String(repeating: " ", count: width - name.unicodeScalars.count))  \(text)"
    }.joined(separator: "\n")
  }
}
