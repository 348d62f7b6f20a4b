public import FoundationEssentials

extension RequestContent {
  /// Bytes.
  public static func inferred(from type: Data.Type) -> RequestContent { .bytes }
  /// Bytes that may be absent.
  public static func inferred(from type: Data?.Type) -> RequestContent { .bytes }
}
