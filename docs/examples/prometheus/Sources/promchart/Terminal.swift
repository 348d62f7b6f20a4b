internal import Glibc

/// The properties of the standard output.
struct Terminal: Hashable, Sendable {
  /// The number of columns.
  var width: Int
  /// Whether it shows colors.
  var isColored: Bool

  init(width: Int = 80, isColored: Bool = false) {
    self.width = width
    self.isColored = isColored
  }

  /// Creates the terminal of this process. The width is 80 columns without colors if the output is not a terminal,
  /// unless `COLUMNS` sets it; `NO_COLOR` and `TERM=dumb` disable colors.
  init(_ environment: [String: String]) {
    var size = winsize()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    width = environment["COLUMNS"].flatMap(Int.init) ?? (isKnown ? Int(size.ws_col) : 80)
    isColored = isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }
}
