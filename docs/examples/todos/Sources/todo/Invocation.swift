internal import Terminal

/// A parsed command line.
struct Invocation: Hashable, Sendable {
  static let defaultURL = "http://127.0.0.1:8080"

  var command: Command
  var url: String
  var printsJSON: Bool

  /// Parses a command line without the program's name.
  ///
  /// - Parameter environment: the environment. `TODO_URL` is the server's address unless it is empty or `--url` is
  ///   given.
  /// - Throws: `UsageError`.
  init(_ arguments: [String], environment: [String: String] = [:]) throws(UsageError) {
    let arguments = try Arguments(
      arguments, flags: ["--help", "--json", "--done", "--open", "--no-tags"],
      options: ["--url", "--tag", "--title", "--limit"])
    command = try Command(arguments)
    let variable = environment["TODO_URL", default: ""]
    url = try arguments.value(of: "--url") ?? (variable.isEmpty ? Self.defaultURL : variable)
    printsJSON = arguments.has("--json")
  }

  static let help = """
    Usage: todo COMMAND [--url URL] [--json]

    Commands:
      add TITLE [--tag TAG]...                              adds a todo
      list [--done | --open] [--tag TAG]... [--limit N]     lists todos that have all the tags, at
                                                            most 50 unless --limit says otherwise
      show ID                                               shows one todo
      done ID                                               marks a todo as done
      edit ID [--title TITLE] [--tag TAG]... [--no-tags] [--done | --open]
                                                            changes what is given
      rm ID                                                 deletes a todo

    Options:
      --url URL   the server's address; otherwise the variable TODO_URL, otherwise \(defaultURL)
      --json      prints JSON
      --help      prints this

    Exit codes: 0 done, 1 refused by the server, 64 wrong usage, 69 server not reachable
    """
}
