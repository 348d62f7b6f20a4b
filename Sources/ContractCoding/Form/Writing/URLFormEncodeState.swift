/// The shared state of encoding a value.
final class URLFormEncodeState {
  let options: URLFormOptions
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// The mapping of coding keys; nil when keys are not mapped.
  let names: KeyNames?
  /// False for an encoding that only determines the members that a receiver would read.
  let keepsEmpty: Bool
  /// The first misuse of an encoder, thrown at the end of encoding.
  var misuse: EncodingError?

  init(options: URLFormOptions, userInfo: [CodingUserInfoKey: any Sendable], keepsEmpty: Bool = true) {
    self.options = options
    self.keepsEmpty = keepsEmpty
    self.userInfo = userInfo
    names = KeyNames.names(options.keys)
  }

  /// Encodes a value to a tree.
  func tree<T: Encodable>(of value: T, at path: [JSONPath]) throws -> URLFormValue {
    let tree = try box(value, at: path)
    if let misuse { throw misuse }
    return tree
  }
}
