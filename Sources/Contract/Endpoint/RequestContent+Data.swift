public import FoundationEssentials

extension RequestContent {
  /// Infers bytes.
  public static func inferred(from type: Data.Type) -> RequestContent { .bytes }
  /// Infers optional bytes.
  public static func inferred(from type: Data?.Type) -> RequestContent { .bytes }
}
