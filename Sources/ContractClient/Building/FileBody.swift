internal import Contract
internal import ContractHTTP

extension DraftBody {
  /// Creates a draft of a body that contains the bytes of a file. Each call opens the file.
  init(file path: String, _ mediaType: MediaType?) {
    make = { _ in (.stream(ByteStream(reading: try FileReader(path: path), mediaType: nil)), mediaType) }
  }
}
