internal import Contract
internal import ContractCoding

/// The parts of a multipart body that arrives in chunks: short ones in memory, and files beyond a threshold in a temporary file.
///
/// The temporary file has no name. It disappears with the last part that refers to it, even if the process is killed.
final class PartCollector: Sendable {
  /// The maximum total size of the parts in memory, in bytes.
  static let maxMemoryBytes = 1 << 20

  private struct State {
    var scanner: MultipartScanner
    var parts: [Part] = []
    /// The last part, whose content is still arriving.
    var part: Part?
    /// The content of the last part in memory.
    var bytes: [UInt8] = []
    /// The offset of the content of the last part in the file; nil while it is in memory.
    var start: Int?
    /// The temporary file, which all parts of the body share.
    var file: OpenFile?
    /// The size of the temporary file in bytes.
    var fileBytes = 0
    var memoryBytes = 0
  }

  private let threshold: Int
  private let folder: String
  private let state: Lock<State>

  /// - Parameters:
  ///   - threshold: the maximum size of a file in memory, in bytes.
  ///   - folder: the folder of the temporary file.
  init(_ mediaType: MediaType, threshold: Int, in folder: String) throws(MultipartError) {
    self.threshold = min(max(0, threshold), Self.maxMemoryBytes)
    self.folder = folder
    state = Lock(State(scanner: try MultipartScanner(mediaType: mediaType)))
  }

  /// Adds a chunk of the body.
  ///
  /// - Throws: `MultipartError`; `HTTPBodyTooLarge` if too much would be in memory; `FileError`
  func add(_ chunk: [UInt8]) throws {
    try state.withLock { state in
      for event in try state.scanner.add(chunk) {
        switch event {
        case .part(let part):
          Self.endPart(&state)
          state.part = part
        case .content(let bytes): try append(bytes, &state)
        }
      }
    }
  }

  /// Ends the body and returns its parts.
  func finish() throws(MultipartError) -> [Part] {
    try state.withLock { state throws(MultipartError) in
      try state.scanner.finish()
      Self.endPart(&state)
      return state.parts
    }
  }

  private func append(_ bytes: [UInt8], _ state: inout State) throws {
    let isInMemory = state.start == nil
    let fits = state.memoryBytes + bytes.count <= Self.maxMemoryBytes
    if isInMemory, fits, state.part?.isFile != true || state.bytes.count + bytes.count <= threshold {
      state.bytes += bytes
      state.memoryBytes += bytes.count
      return
    }
    // A value that is not a file must not exceed the memory limit, because it is read as text and never stored in a file.
    guard state.part?.isFile == true else { throw HTTPBodyTooLarge(maxBytes: Self.maxMemoryBytes) }
    let file = try state.file ?? OpenFile(unnamedIn: folder)
    state.file = file
    if isInMemory {
      state.start = state.fileBytes
      try file.write(state.bytes, at: state.fileBytes)
      state.fileBytes += state.bytes.count
      state.memoryBytes -= state.bytes.count
      state.bytes = []
    }
    try file.write(bytes, at: state.fileBytes)
    state.fileBytes += bytes.count
  }

  private static func endPart(_ state: inout State) {
    guard var part = state.part.take() else { return }
    if let start = state.start, let file = state.file {
      part = part.holding(ReceivedContent(file, start..<state.fileBytes))
    } else {
      part.bytes = state.bytes
    }
    state.parts.append(part)
    state.bytes = []
    state.start = nil
  }
}
