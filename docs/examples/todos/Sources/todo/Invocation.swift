internal import Terminal

/// A command line that has been understood.
struct Invocation: Hashable, Sendable {
  static let defaultURL = "http://127.0.0.1:8080"

  var command: Command
  var url: String
  var printsJSON: Bool

  /// Reads a command line, without the program's own name.
  ///
  /// - Parameter environment: the variable `TODO_URL` is the server's address unless `--url` says otherwise.
  /// - Throws: `UsageError`.
  init(_ arguments: [String], environment: [String: String] = [:]) throws(UsageError) {
    let arguments = try Arguments(
      arguments, flags: ["--help", "--json", "--done", "--open", "--no-tags"],
      options: ["--url", "--tag", "--title", "--limit"])
    command = try Command(arguments)
    url = try arguments.value(of: "--url") ?? environment["TODO_URL"] ?? Self.defaultURL
    printsJSON = arguments.has("--json")
  }

  static let help = """
    Usage: todo COMMAND [--url URL] [--json]

    Commands:
      add TITLE [--tag TAG]...                              adds a todo
      list [--done | --open] [--tag TAG]... [--limit N]     lists todos that have all the tags
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

extension Command {
  fileprivate init(_ arguments: Arguments) throws(UsageError) {
    if arguments.has("--help") {
      self = .help
      return
    }
    guard let name = arguments.words.first else { throw UsageError("no command is given") }
    switch name {
    case "add":
      try arguments.check(name, takes: "a title", options: ["--tag"])
      self = .add(title: arguments.words[1], tags: arguments.values(of: "--tag"))
    case "list":
      try arguments.check(name, takes: nil, options: ["--done", "--open", "--tag", "--limit"])
      self = .list(
        done: try arguments.done, tags: arguments.values(of: "--tag"),
        limit: try arguments.integer(of: "--limit", in: 1...Int.max))
    case "show":
      try arguments.check(name, takes: "a number")
      self = .show(id: try arguments.id)
    case "done":
      try arguments.check(name, takes: "a number")
      self = .finish(id: try arguments.id)
    case "edit":
      try arguments.check(name, takes: "a number", options: ["--title", "--tag", "--no-tags", "--done", "--open"])
      self = .edit(
        id: try arguments.id, title: try arguments.value(of: "--title"), tags: try arguments.newTags,
        done: try arguments.done)
      if arguments.names(besides: ["--url", "--json"]).isEmpty { throw UsageError("`edit` needs something to change") }
    case "rm":
      try arguments.check(name, takes: "a number")
      self = .remove(id: try arguments.id)
    default:
      throw UsageError("unknown command `\(name)`")
    }
  }
}

extension Arguments {
  /// Checks that a command has its one word, or none, and only options of its own.
  fileprivate func check(_ command: String, takes word: String?, options: Set<String> = []) throws(UsageError) {
    if let option = names(besides: options.union(["--url", "--json"])).first {
      throw UsageError("`\(command)` has no option `\(option)`")
    }
    let expected = word == nil ? 1 : 2
    if let word, words.count < expected { throw UsageError("`\(command)` needs \(word)") }
    if words.count > expected {
      throw UsageError("`\(words[expected])` is one word too many; quote a text that has spaces")
    }
  }

  fileprivate var id: Int {
    get throws(UsageError) {
      guard let id = Int(words[1]) else { throw UsageError("`\(words[1])` is not the number of a todo") }
      return id
    }
  }

  /// True for `--done`, false for `--open`, nil for neither.
  fileprivate var done: Bool? {
    get throws(UsageError) {
      switch (has("--done"), has("--open")) {
      case (true, true): throw UsageError("`--done` and `--open` exclude each other")
      case (true, false): true
      case (false, true): false
      case (false, false): nil
      }
    }
  }

  fileprivate var newTags: [String]? {
    get throws(UsageError) {
      let tags = values(of: "--tag")
      guard has("--no-tags") else { return tags.isEmpty ? nil : tags }
      guard tags.isEmpty else { throw UsageError("`--tag` and `--no-tags` exclude each other") }
      return []
    }
  }
}
