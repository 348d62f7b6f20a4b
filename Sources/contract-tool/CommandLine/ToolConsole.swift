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
  /// Whether ``complain(_:_:)`` adds colors.
  private let colorsErrors: Bool
  /// Whether the standard output is a terminal.
  let isTerminal: Bool
  private let output: @Sendable (String) -> Void
  private let bytes: @Sendable ([UInt8]) -> Void
  private let errors: @Sendable (String) -> Void
  private let input: @Sendable () async throws -> String?

  /// Creates a console that passes whole lines to functions.
  ///
  /// - Parameters:
  ///   - colorsErrors: whether errors have colors. Default: true if the output has colors.
  ///   - isTerminal: whether the output is a terminal. Default: true if colors are used.
  ///   - bytes: receives bytes that are not whole lines; nil to pass them to `output` as text.
  init(
    usesColor: Bool = false, colorsErrors: Bool? = nil, isTerminal: Bool? = nil,
    input: @escaping @Sendable () async throws -> String? = { nil },
    output: @escaping @Sendable (String) -> Void, bytes: (@Sendable ([UInt8]) -> Void)? = nil,
    errors: @escaping @Sendable (String) -> Void
  ) {
    self.usesColor = usesColor
    self.colorsErrors = colorsErrors ?? usesColor
    self.isTerminal = isTerminal ?? usesColor
    self.bytes = bytes ?? { output(String(decoding: $0, as: UTF8.self)) }
    self.output = output
    self.errors = errors
    self.input = input
  }

  /// Creates the console of the process. Colors are used on terminals, unless `NO_COLOR` is set.
  static func standard() -> ToolConsole {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let allowsColor = getenv("NO_COLOR") == nil
    return ToolConsole(
      usesColor: allowsColor && isTerminal, colorsErrors: allowsColor && isatty(STDERR_FILENO) == 1,
      isTerminal: isTerminal,
      input: { try await StandardInput.line() },
      output: { line in
        Swift.print(line)
        // Without a flush, a reader of a pipe would get the messages only at the end of the session.
        fflush(nil)
      },
      bytes: { bytes in
        fflush(nil)
        writeAll(bytes, to: STDOUT_FILENO)
      },
      errors: { line in writeAll(Array((line + "\n").utf8), to: STDERR_FILENO) })
  }

  private static func writeAll(_ bytes: [UInt8], to file: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = write(file, rest, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }

  /// Prints lines to the standard output.
  func print(_ text: String) { output(text) }

  /// Writes bytes to the standard output, without a line end.
  func print(bytes content: [UInt8]) { bytes(content) }

  /// Prints lines to the standard error.
  ///
  /// - Parameter style: the style of the text on a terminal; nil for none.
  func complain(_ text: String, _ style: Style? = nil) {
    errors(style.map { colorsErrors ? Self.text(text, with: $0) : text } ?? text)
  }

  /// Returns the next line of the standard input; nil at the end.
  ///
  /// - Throws: ``ToolFileError`` for a line that is too long.
  func line() async throws -> String? { try await input() }

  /// Returns text with the codes of a style; unchanged without colors.
  func styled(_ text: String, _ style: Style) -> String { usesColor ? Self.text(text, with: style) : text }

  private static func text(_ text: String, with style: Style) -> String {
    "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}
