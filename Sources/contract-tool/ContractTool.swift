import ContractHTTP

/// The command-line tool: a table of commands.
enum ContractTool {
  /// All commands, in the order of the help.
  static let commands: [ToolCommand] = [.help, .diff, .lint, .typescript, .call, .mock, .verify]

  /// Runs the command named by the arguments.
  ///
  /// - Parameter arguments: the arguments after the program's name.
  static func run(_ arguments: [String], _ console: ToolConsole) async -> ToolStatus {
    do {
      guard let name = arguments.first, name != "--help", name != "-h" else {
        console.print(ToolHelp.overview(commands))
        return arguments.isEmpty ? .unusable : .fine
      }
      let command = try command(named: name)
      let rest = Array(arguments.dropFirst())
      if !command.parsesItself, rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
        console.print(ToolHelp.text(of: command))
        return .fine
      }
      let parsed = command.parsesItself ? ToolArguments(operands: rest) : try ToolArguments(rest, for: command)
      return try await command.run(parsed, console)
    } catch let error as ToolUsageError {
      console.complain("contract-tool: \(error.message)".escapingControls(except: ["\n"]))
      console.complain((error.hint ?? "Run `contract-tool help` for the commands.").escapingControls(except: ["\n"]))
    } catch {
      console.complain("contract-tool: \(error)".escapingControls(except: ["\n"]))
    }
    return .unusable
  }

  /// Returns a command.
  ///
  /// - Throws: ``ToolUsageError`` with the nearest name.
  static func command(named name: String) throws(ToolUsageError) -> ToolCommand {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let nearest = NearestName(of: name, in: commands.map(\.name)).name.map { "Did you mean `contract-tool \($0)`?" }
    throw ToolUsageError("There is no command `\(name.escapingControls())`.", hint: nearest)
  }
}
