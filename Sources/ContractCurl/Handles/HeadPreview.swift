internal import CCurl

/// A check that refuses a folded first field line before libcurl parses it.
///
/// libcurl 7.83 to 7.88 appends a field line that begins with white space to the last field of the handle. Before the
/// first field of a response, the last field belongs to an earlier response and is freed
/// (``CurlLibrary/keepsLastField``). With CURLOPT_HEADER the write function gets each line before libcurl parses it.
struct HeadPreview {
  // SAFETY: the handle that owns `easy` owns the preview.
  private let easy: UnsafeMutableRawPointer
  /// True while the write function gets only lines of a head.
  var isOn = false
  /// False between two chunks of one line, which libcurl splits at 16 KiB.
  private var isAtLineStart = true

  init(of easy: UnsafeMutableRawPointer) {
    self.easy = easy
  }

  /// Starts the preview before a request is sent.
  mutating func begin() {
    isAtLineStart = true
    if !isOn { isOn = contract_curl_set_long(easy, CURLOPT_HEADER, 1) == CURLE_OK }
  }

  /// Returns false for a line that would continue a field of an earlier response.
  mutating func allows(_ chunk: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = chunk.first, let last = chunk.last else { return true }
    let isFolded = isAtLineStart && (first == 0x20 || first == 0x09)
    isAtLineStart = last == 0x0A
    return !isFolded
  }

  /// Ends the preview after a field line, because libcurl has then stored a field, and after the head. Another preview
  /// starts when the request begins again.
  mutating func end(after line: UnsafeRawBufferPointer, isHeadComplete: Bool) {
    guard let first = line.first else { return }
    let isField = first != 0x0D && first != 0x0A && !ResponseHeadParser.isStatusLine(line)
    guard isField || isHeadComplete else { return }
    isOn = false
    _ = contract_curl_set_long(easy, CURLOPT_HEADER, 0)
  }
}
