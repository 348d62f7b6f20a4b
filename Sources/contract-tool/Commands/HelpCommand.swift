extension ToolCommand {
  /// `help [COMMAND]`: prints the list of commands or the help of one.
  static let help = ToolCommand(
    name: "help", summary: "Explain a command", operands: "[COMMAND]", operandCounts: 0...1,
    discussion: "Prints the list of commands, or the help of one command."
  ) { arguments, console in
    guard let name = arguments.operands.first else {
      console.print(ToolHelp.overview(ContractTool.commands))
      return .fine
    }
    console.print(ToolHelp.text(of: try ContractTool.command(named: name)))
    return .fine
  }
}
