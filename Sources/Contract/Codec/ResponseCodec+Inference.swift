internal import FoundationEssentials

extension ResponseCodec where Response: Codable & SendableMetatype {
  /// The form that a result of this type has by itself: text, bytes, nothing, or JSON.
  ///
  /// The overloads of ``Endpoint`` say it where the compiler knows the type; here it is asked once, when a codec of two
  /// results is made.
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
