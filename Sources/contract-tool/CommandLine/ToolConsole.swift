import ContractHTTP

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The output of a command.
struct ToolConsole: Sendable {
  /// A color or weight of text on a terminal.
  enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  /// Whether ``styled(_:_:)`` adds colors.
  let usesColor: Bool
  private let output: @Sendable (String) -> Void
  private let errors: @Sendable (String) -> Void
  private let input: @Sendable () async -> String?

  /// Creates a console that passes whole lines to functions.
  init(
    usesColor: Bool = false, input: @escaping @Sendable () async -> String? = { nil },
    output: @escaping @Sendable (String) -> Void, errors: @escaping @Sendable (String) -> Void
  ) {
    self.usesColor = usesColor
    self.output = output
    self.errors = errors
    self.input = input
  }

  /// Creates the console of the process. Colors are used if the standard output is a terminal and `NO_COLOR` is not set.
  static func standard() -> ToolConsole {
    ToolConsole(
      usesColor: isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil,
      input: { await StandardInput.line() },
      output: { line in
        Swift.print(line)
        // A reader of a pipe would otherwise get the messages of a session at its end.
        fflush(nil)
      },
      errors: { line in
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
          let count = write(STDERR_FILENO, Array(bytes), bytes.count)
          guard count > 0 else { return }
          bytes = bytes.dropFirst(count)
        }
      })
  }

  /// Prints lines to the standard output.
  func print(_ text: String) { output(text) }

  /// Prints lines to the standard error.
  func complain(_ text: String) { errors(text) }

  /// Returns the next line of the standard input; nil at the end.
  func line() async -> String? { await input() }

  /// Returns text with the codes of a style, or unchanged without colors.
  func styled(_ text: String, _ style: Style) -> String {
    usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
