public import FoundationEssentials

extension ResponseCodec<Data> {
  /// `application/octet-stream`.
  public static var data: ResponseCodec {
    .bytes(.octetStream, sentAs: "application/octet-stream") {
      $1.removeAll(keepingCapacity: true)
      $1.append(contentsOf: $0)
    } decode: {
      Data($0)
    }
  }
}

extension ResponseCodec<Data?> {
  /// `application/octet-stream`, or 204 for nil. Empty bytes are read as nil.
  public static var optionalData: ResponseCodec { ResponseCodec<Data>.data.optional() }
}
