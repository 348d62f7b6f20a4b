/// A type that writes values as bodies of one media type.
///
/// Foundation's `JSONEncoder` conforms. Conform another type for another format:
///
/// ```swift
/// @Coder(encoder: PropertyLists(), decoder: PropertyLists())
/// protocol Settings { … }
/// ```
public protocol ContentEncoder: Sendable {
  /// The media type of the body.
  var mediaType: MediaType { get }

  /// Returns the body for a value.
  ///
  /// - Throws: Any error. A client reports it as ``ClientError/Code/invalidInput``; a server responds with 500.
  func encode<T: Encodable>(content value: T) throws -> [UInt8]
}

/// A type that reads values from bodies of one media type.
public protocol ContentDecoder: Sendable {
  /// The media type of the body.
  var mediaType: MediaType { get }

  /// Returns the value in a body.
  ///
  /// - Throws: Any error. A server responds to a `DecodingError` with 400 and a failure at its coding path.
  func decode<T: Decodable>(_ type: T.Type, content bytes: [UInt8]) throws -> T
}

/// The encoder and decoder of a custom format.
///
/// Not a tuple: the metadata of a tuple type with labels is created at run time.
struct ContentCoder: Sendable {
  let encoder: any ContentEncoder
  let decoder: any ContentDecoder
}
