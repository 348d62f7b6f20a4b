import IssueContract

/// A command of the user.
enum Command: Equatable {
  case list(state: IssueState?, labels: [String])
  case show(Int)
  case open(title: String, labels: [String])
  case close(Int)
  case reopen(Int)
  /// Nil removes the assignee.
  case assign(Int, to: String?)
  case history(Int)
  case watch(Int)
  case attach(Int, file: String)
  case fetch(Int, name: String)

  static let usage = """
    usage: issues OWNER/REPOSITORY COMMAND

      list [--open | --closed] [LABEL …]   lists issues that have all labels
      show NUMBER                          shows an issue
      open TITLE [LABEL …]                 opens an issue
      close NUMBER                         closes an issue
      reopen NUMBER                        opens a closed issue again
      assign NUMBER [USER]                 assigns an issue, to nobody without USER
      history NUMBER                       shows what happened to an issue
      watch NUMBER                         shows it, and then what happens
      attach NUMBER FILE                   attaches a file under its own name
      fetch NUMBER NAME                    writes an attached file to the working folder

    ISSUES_URL is the server (default: http://localhost:8080), ISSUES_TOKEN the token, such as token-ann.
    """

  /// Parses the arguments after the name of the repository; nil if they are not a command.
  init?(_ arguments: some Collection<String>) {
    guard let name = arguments.first else { return nil }
    let words = Array(arguments.dropFirst())
    if name == "list" {
      self.init(listing: words)
    } else if name == "open", let title = words.first {
      self = .open(title: title, labels: Array(words.dropFirst()))
    } else if let number = words.first.flatMap({ Int($0) }) {
      self.init(name, number, words.dropFirst())
    } else {
      return nil
    }
  }

  private init?(listing words: [String]) {
    guard let option = words.first, option.hasPrefix("--") else {
      self = .list(state: nil, labels: words)
      return
    }
    guard let state = IssueState(rawValue: String(option.dropFirst(2))) else { return nil }
    self = .list(state: state, labels: Array(words.dropFirst()))
  }

  private init?(_ name: String, _ number: Int, _ rest: ArraySlice<String>) {
    switch (name, rest.count) {
    case ("show", 0): self = .show(number)
    case ("close", 0): self = .close(number)
    case ("reopen", 0): self = .reopen(number)
    case ("history", 0): self = .history(number)
    case ("watch", 0): self = .watch(number)
    case ("attach", 1): self = .attach(number, file: rest[rest.startIndex])
    case ("fetch", 1): self = .fetch(number, name: rest[rest.startIndex])
    case ("assign", 0), ("assign", 1): self = .assign(number, to: rest.first)
    default: return nil
    }
  }
}
