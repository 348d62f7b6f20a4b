internal import Contract
internal import ContractHTTP

extension DraftBody {
  /// Creates a draft of the bytes of a file, which is opened for each call.
  init(file path: String, _ mediaType: MediaType?) {
    make = { _ in (.stream(ByteStream(reading: try FileReader(path: path), mediaType: nil)), mediaType) }
  }
}
