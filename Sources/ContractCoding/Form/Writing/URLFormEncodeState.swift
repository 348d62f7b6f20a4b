/// What the encoders of one value share.
final class URLFormEncodeState {
  let options: URLFormOptions
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// The names of coding keys; nil when they are not mapped.
  let names: KeyNames?
  /// The first misuse of an encoder, thrown when the value is complete.
  var misuse: EncodingError?

  init(options: URLFormOptions, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.options = options
    self.userInfo = userInfo
    names = KeyNames.names(options.keys)
  }

  /// The tree of a value.
  func tree<T: Encodable>(of value: T, at path: [JSONPath]) throws -> URLFormValue {
    let tree = try box(value, at: path)
    if let misuse { throw misuse }
    return tree
  }
}
