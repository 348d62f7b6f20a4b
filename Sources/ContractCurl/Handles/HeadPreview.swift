internal import CCurl

/// The part of a response head that the write function sees first, so that it can refuse a line that libcurl must not read.
///
/// From 7.83 on and before 8.0, libcurl appends a field line that begins with white space to the last field that the handle
/// has received. Until a transfer has received a field, that one belongs to an earlier response and is freed
/// (``CurlLibrary/keepsLastField``). With CURLOPT_HEADER each line goes to the write function before libcurl stores it.
struct HeadPreview {
  // SAFETY: the handle that owns `easy` owns the preview.
  private let easy: UnsafeMutableRawPointer
  /// True while lines of a head, and nothing else, go to the write function.
  var isOn = false
  /// False between two chunks of one line, which libcurl cuts at 16 KiB.
  private var isAtLineStart = true

  init(of easy: UnsafeMutableRawPointer) {
    self.easy = easy
  }

  /// Starts a preview: a request is about to be sent.
  mutating func begin() {
    isAtLineStart = true
    if !isOn { isOn = contract_curl_set_long(easy, CURLOPT_HEADER, 1) == CURLE_OK }
  }

  /// Returns false for a line that continues a field of an earlier response.
  mutating func allows(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = piece.first, let last = piece.last else { return true }
    let isFolded = isAtLineStart && (first == 0x20 || first == 0x09)
    isAtLineStart = last == 0x0A
    return !isFolded
  }

  /// Ends the preview after a field line, which libcurl has stored, and after the head: another one follows another
  /// beginning of the request.
  mutating func end(after line: UnsafeRawBufferPointer, isHeadComplete: Bool) {
    guard let first = line.first else { return }
    let isField = first != 0x0D && first != 0x0A && !ResponseHeadParser.isStatusLine(line)
    guard isField || isHeadComplete else { return }
    isOn = false
    _ = contract_curl_set_long(easy, CURLOPT_HEADER, 0)
  }
}
