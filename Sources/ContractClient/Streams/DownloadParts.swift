/// Sees that a file which comes in parts, each of which has to be asked for, gets somewhere: pure.
///
/// A server may send less than the rest that it is asked for, and many send so many MiB at a time. One that sends a byte at a
/// time would be asked for ever.
struct DownloadParts {
  /// A part of fewer bytes is a small one, unless it is the last.
  static let smallBytes = 16 * 1024
  /// The most small parts in a row.
  static let maxSmallParts = 64

  /// Why a download ends that gets nowhere.
  static let message =
    "the server has sent more than \(maxSmallParts) parts of the file in a row with less than \(smallBytes / 1024) KiB each"

  private var smallParts = 0

  /// Counts a complete part that was not the last one.
  ///
  /// - Returns: false when the next is not worth asking for.
  mutating func mayGoOn(after byteCount: Int) -> Bool {
    smallParts = byteCount < Self.smallBytes ? smallParts + 1 : 0
    return smallParts <= Self.maxSmallParts
  }
}
