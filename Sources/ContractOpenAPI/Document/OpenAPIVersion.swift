/// A version of the OpenAPI Specification that documents are written in.
public enum OpenAPIVersion: String, Sendable, CaseIterable {
  /// OpenAPI 3.0.3, for older readers.
  case v30 = "3.0.3"
  /// OpenAPI 3.1.1, whose schemas are JSON Schema (draft 2020-12).
  case v31 = "3.1.1"
  /// OpenAPI 3.2.0, which describes the elements of streams (`itemSchema`).
  case v32 = "3.2.0"
}
