/// An encoder of `Encodable` values as queries or application/x-www-form-urlencoded bodies.
///
/// ```swift
/// struct Search: Encodable { var text: String; var tags: [String]; var page: Page }
/// struct Page: Encodable { var size: Int }
///
/// try URLFormEncoder().string(of: Search(text: "a b", tags: ["x", "y"], page: Page(size: 3)))
/// // text=a%20b&tags=x&tags=y&page%5Bsize%5D=3
/// ```
///
/// Decoding the output returns an equal value, with three exceptions. An object without written members is decoded as
/// nil where an optional is expected. A dictionary key whose value is nil is not written, unless
/// ``URLFormOptions/nils`` is set. With ``URLFormOptions/NilStyle/empty``, an optional empty string is decoded as nil.
///
/// An empty value, `ids=`, is written for an empty array in a member of a ``Schema`` type that would otherwise be decoded as
/// its initial value. It is also written for an object without written members in an array or dictionary.
///
/// Values that would be decoded differently are rejected: names with brackets, NUL, an empty array inside an array or
/// dictionary, an empty array or dictionary in an optional member or a ``Patch``, and an empty array in a member with a
/// non-empty initial value, if an empty string is a valid element.
public struct URLFormEncoder: Sendable {
  /// The format of values.
  public var options: URLFormOptions

  /// The `userInfo` of the encoder that `Encodable` types see.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates an encoder.
  public init(options: URLFormOptions = URLFormOptions(), userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.options = options
    self.userInfo = userInfo
  }

  /// Encodes the members of an object as a form body.
  ///
  /// - Throws: `EncodingError` for a value that is not an object or cannot be represented, and any error of the value's
  ///   `encode(to:)`.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try append(value, to: &bytes)
    return bytes
  }

  /// Encodes the members of an object as a query string.
  ///
  /// - Throws: the errors of ``encode(_:)``.
  public func string<T: Encodable>(of value: T) throws -> String {
    String(decoding: try encode(value), as: UTF8.self)
  }

  /// Appends the members of an object, separated by `&` from existing bytes. If it throws, nothing is appended.
  package func append<T: Encodable>(_ value: T, to bytes: inout [UInt8]) throws {
    let tree = try URLFormEncodeState(options: options, userInfo: userInfo).tree(of: value, at: [])
    try serialize(at: [], to: &bytes) { try $0.writeRoot(tree) }
  }

  /// Appends a value at a name: `name=…` for a single value, `name[member]=…` and so on for others. The name is escaped
  /// but not mapped. If it throws, nothing is appended.
  package func append<T: Encodable>(_ value: T, named name: String, to bytes: inout [UInt8]) throws {
    let path = [JSONPath.name(name)]
    let tree = try URLFormEncodeState(options: options, userInfo: userInfo).tree(of: value, at: path)
    try serialize(at: path, to: &bytes) { try $0.write(tree, named: name) }
  }

  /// Refuses an array with nil as its only element, which was written at the name of an optional and would be read as nil.
  package func refuseOnlyNil<T: Encodable>(_ value: T, named name: String) throws {
    if options.nils == .omitted { return }
    let path = [JSONPath.name(name)]
    let state = URLFormEncodeState(options: options, userInfo: userInfo)
    try state.refuseOnlyNil(state.tree(of: value, at: path), at: path)
  }

  private func serialize(
    at path: [JSONPath], to bytes: inout [UInt8], _ write: (inout URLFormSerializer) throws -> Void
  ) throws {
    let count = bytes.count
    var serializer = URLFormSerializer(appendingTo: bytes, options: options, path: path)
    bytes = []
    defer { bytes = serializer.bytes }
    do {
      try write(&serializer)
    } catch {
      serializer.truncate(to: count)
      throw error
    }
  }
}
