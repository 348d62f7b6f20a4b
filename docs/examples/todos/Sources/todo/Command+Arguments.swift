internal import Terminal

extension Command {
  /// Reads a command from a command line.
  ///
  /// - Throws: `UsageError` for an unknown command, and for unexpected words and options.
  init(_ arguments: Arguments) throws(UsageError) {
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
  /// Checks that a command has the expected word (no word if nil), and no options that it does not know.
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

  /// True for `--done`, false for `--open`, nil without either.
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
