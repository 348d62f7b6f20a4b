/// Writes values as content of one media type.
///
/// Foundation's `JSONEncoder` is one; conform a type of your own for another format:
///
/// ```swift
/// @Coder(encoder: PropertyLists(), decoder: PropertyLists())
/// protocol Settings { … }
/// ```
public protocol ContentEncoder: Sendable {
  /// The media type of the content.
  var mediaType: MediaType { get }

  /// The content for a value.
  ///
  /// - Throws: anything; a client reports it as ``ClientError/Code/invalidInput``, a server answers 500.
  func encode<T: Encodable>(content value: T) throws -> [UInt8]
}

/// Reads values from content of one media type.
public protocol ContentDecoder: Sendable {
  /// The media type of the content.
  var mediaType: MediaType { get }

  /// The value in content.
  ///
  /// - Throws: anything. A `DecodingError` becomes a failure at its coding path, in a 400 on a server.
  func decode<T: Decodable>(_ type: T.Type, content bytes: [UInt8]) throws -> T
}

/// A coder of the user's own.
///
/// Not a tuple: the type of one with labels is made from its spelling when a program starts.
struct ContentCoder: Sendable {
  let encoder: any ContentEncoder
  let decoder: any ContentDecoder
}
