public import FoundationEssentials

extension JSONEncoder: ContentEncoder {
  /// `application/json`.
  public var mediaType: MediaType { .json }

  /// Returns a value as JSON, using this encoder's strategies.
  public func encode<T: Encodable>(content value: T) throws -> [UInt8] { Array(try encode(value)) }
}

extension JSONDecoder: ContentDecoder {
  /// `application/json`.
  public var mediaType: MediaType { .json }

  /// Returns the value in JSON, using this decoder's strategies.
  public func decode<T: Decodable>(_ type: T.Type, content bytes: [UInt8]) throws -> T {
    try decode(type, from: Data(bytes))
  }
}
