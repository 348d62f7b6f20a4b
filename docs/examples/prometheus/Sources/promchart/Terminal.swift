internal import Glibc

/// What standard output is.
struct Terminal: Hashable, Sendable {
  /// Columns.
  var width: Int
  /// Whether it shows colours.
  var isColored: Bool

  init(width: Int = 80, isColored: Bool = false) {
    self.width = width
    self.isColored = isColored
  }

  /// The terminal of this process; 80 columns without colours when output goes elsewhere, or says so itself
  /// (`COLUMNS`, `NO_COLOR`, `TERM=dumb`).
  init(_ environment: [String: String]) {
    var size = winsize()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    width = environment["COLUMNS"].flatMap(Int.init) ?? (isKnown ? Int(size.ws_col) : 80)
    isColored = isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }
}
