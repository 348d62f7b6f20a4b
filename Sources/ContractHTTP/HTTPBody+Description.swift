extension HTTPBody: CustomStringConvertible, CustomReflectable {
  /// The size: `200 bytes`, `stream of 200 bytes`, `stream`, or `empty`. Contents are not shown, because they may be large or
  /// secret.
  public var description: String {
    switch self {
    case .empty: "empty"
    case .bytes(let bytes): Self.size(bytes.count)
    case .stream(let stream): stream.length.map { "stream of \(Self.size($0))" } ?? "stream"
    }
  }

  /// A mirror without contents, so that a dump shows the description.
  public var customMirror: Mirror { Mirror(self, children: []) }

  private static func size(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}
