/// A detector of downloads in parts that make too little progress.
///
/// A server may send less than the requested rest, and many servers limit a part to some MiB. A server that sends one
/// byte at a time would otherwise cause an endless series of requests.
struct DownloadParts {
  /// The size in bytes below which a part is small, unless it is the last.
  static let smallBytes = 16 * 1024
  /// The maximum number of consecutive small parts.
  static let maxSmallParts = 64

  /// The error message of a download that makes too little progress.
  static let message =
    "the server sent more than \(maxSmallParts) consecutive parts of less than \(smallBytes / 1024) KiB; "
    + "download without `resuming`"

  private var smallParts = 0

  /// Counts a complete part that was not the last one.
  ///
  /// - Returns: False if the download should stop.
  mutating func mayContinue(after byteCount: Int) -> Bool {
    smallParts = byteCount < Self.smallBytes ? smallParts + 1 : 0
    return smallParts <= Self.maxSmallParts
  }
}
