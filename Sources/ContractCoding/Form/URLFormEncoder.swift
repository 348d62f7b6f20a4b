/// Writes `Encodable` values as queries or as application/x-www-form-urlencoded content.
///
/// ```swift
/// struct Search: Encodable { var text: String; var tags: [String]; var page: Page }
/// struct Page: Encodable { var size: Int }
///
/// try URLFormEncoder().string(of: Search(text: "a b", tags: ["x", "y"], page: Page(size: 3)))
/// // text=a%20b&tags=x&tags=y&page%5Bsize%5D=3
/// ```
///
/// Every text reads back as the value it was made of, with these exceptions that names and texts alone cannot tell apart:
/// an empty array, an empty dictionary and an object without members leave no trace and read as nil where an optional is
/// wanted; and with ``URLFormOptions/NilStyle/empty``, an optional empty text reads as nil. What would read as something
/// else is refused: names with brackets, NUL, an empty array inside an array.
public struct URLFormEncoder: Sendable {
  /// The spelling of values.
  public var options: URLFormOptions

  /// What `Encodable` types find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// An encoder with the given options.
  public init(options: URLFormOptions = URLFormOptions(), userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.options = options
    self.userInfo = userInfo
  }

  /// The content of a form: the members of an object, percent-encoded.
  ///
  /// - Throws: `EncodingError` for a value that is no object, or that has something in it which cannot travel, and
  ///   whatever the value's own `encode(to:)` throws.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try append(value, to: &bytes)
    return bytes
  }

  /// The same as text, for a query.
  ///
  /// - Throws: The same as ``encode(_:)``.
  public func string<T: Encodable>(of value: T) throws -> String {
    String(decoding: try encode(value), as: UTF8.self)
  }

  /// Appends the members of an object, with `&` in front where there is something already. When it throws, nothing is
  /// appended.
  package func append<T: Encodable>(_ value: T, to bytes: inout [UInt8]) throws {
    let tree = try URLFormEncodeState(options: options, userInfo: userInfo).tree(of: value, at: [])
    try serialize(at: [], to: &bytes) { try $0.writeRoot(tree) }
  }

  /// Appends a value below a name: `name=…` for a single value, `name[member]=…` and so on for others. The name is
  /// escaped but not mapped. When it throws, nothing is appended.
  package func append<T: Encodable>(_ value: T, named name: String, to bytes: inout [UInt8]) throws {
    let path = [JSONPath.name(name)]
    let tree = try URLFormEncodeState(options: options, userInfo: userInfo).tree(of: value, at: path)
    try serialize(at: path, to: &bytes) { try $0.write(tree, named: name) }
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
