internal import Terminal

/// The command line of the server.
struct ServerOptions: Hashable, Sendable {
  var host: String
  var port: Int
  var database: String
  /// The number of threads; nil for one per processor.
  var threads: Int?
  var printsHelp: Bool

  /// Parses a command line without the program's name.
  ///
  /// - Throws: `UsageError`.
  init(_ arguments: [String]) throws(UsageError) {
    let arguments = try Arguments(
      arguments, flags: ["--help"], options: ["--host", "--port", "--database", "--threads"])
    if let word = arguments.words.first { throw UsageError("`\(word)` is not an option") }
    host = try arguments.value(of: "--host") ?? "127.0.0.1"
    port = try arguments.integer(of: "--port", in: 0...65_535) ?? 8080
    database = try arguments.value(of: "--database") ?? "todos.sqlite"
    threads = try arguments.integer(of: "--threads", in: 1...256)
    printsHelp = arguments.has("--help")
  }

  static let help = """
    Usage: todo-server [--host ADDRESS] [--port PORT] [--database FILE] [--threads COUNT]

    Options:
      --host ADDRESS    where to listen: an IP address or localhost; 127.0.0.1 unless given
      --port PORT       8080 unless given; 0 finds a free one, which is printed
      --database FILE   an SQLite database, created when there is none; todos.sqlite unless given
      --threads COUNT   how many threads serve; one for each processor unless given
      --help            prints this

    SIGTERM and SIGINT finish what is being answered and then end the server.
    Exit codes: 0 ended by a signal, 1 cannot listen or open the database, 64 wrong usage
    """
}
