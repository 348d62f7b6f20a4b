internal import FoundationEssentials

extension ResponseCodec where Response: Codable & SendableMetatype {
  /// The codec for the type of the result: text, bytes, nothing, or JSON.
  ///
  /// The overloads of ``Endpoint`` select it at compile time. Here it is selected once at run time, when a codec of two
  /// results, or of a result with its headers or response, is created.
  static var inferred: ResponseCodec {
    let plain: AnyObject? =
      switch ObjectIdentifier(Response.self) {
      case ObjectIdentifier(String.self): ResponseCodec<String>.text
      case ObjectIdentifier([UInt8].self): ResponseCodec<[UInt8]>.bytes
      case ObjectIdentifier(Data.self): ResponseCodec<Data>.data
      case ObjectIdentifier(Empty.self): ResponseCodec<Empty>.empty
      default: nil
      }
    return plain as? ResponseCodec ?? .json
  }
}
