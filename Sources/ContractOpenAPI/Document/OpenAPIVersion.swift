/// A version of the OpenAPI Specification that documents are written in.
public enum OpenAPIVersion: String, Sendable, CaseIterable {
  /// OpenAPI 3.0.3, for older readers.
  case v3_0 = "3.0.3"
  /// OpenAPI 3.1.1, whose schemas are JSON Schema (draft 2020-12).
  case v3_1 = "3.1.1"
  /// OpenAPI 3.2.0, which describes the elements of streams (`itemSchema`).
  case v3_2 = "3.2.0"
}
