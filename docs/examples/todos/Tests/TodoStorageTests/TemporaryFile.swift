import FoundationEssentials

/// The path of a file in a folder of its own, both deleted at the end of `body`.
func withTemporaryFile<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "todos-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.appending(path: "todos.sqlite").path)
}
