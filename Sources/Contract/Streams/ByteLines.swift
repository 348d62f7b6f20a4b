/// The lines of a stream.
package struct ByteLines: Sendable {
  private let stream: ByteStream
  private var splitter: LineSplitter
  private var isEnded = false
  /// The failure to throw after the splitter's remaining lines.
  private var failure: ClientError?

  package init(_ stream: ByteStream, _ splitter: LineSplitter) {
    self.stream = stream
    self.splitter = splitter
  }

  /// Returns the next line without its end; nil after the last. A line that is too long throws after the preceding lines.
  ///
  /// - Throws: an error of the stream, or ``ClientError`` with the code `responseTooLarge` if a line exceeds the limit.
  package mutating func next() async throws -> [UInt8]? {
    while true {
      if let line = splitter.next() { return line }
      if isEnded {
        guard let failure else { return nil }
        self.failure = nil
        throw failure
      }
      guard let chunk = try await stream.next() else {
        isEnded = true
        splitter.end()
        continue
      }
      do throws(ClientError) {
        try splitter.append(chunk)
      } catch {
        isEnded = true
        failure = error
      }
    }
  }
}
