import FoundationEssentials

/// Calls `body` with the path of a file in a new folder, and deletes the folder at the end.
func withTemporaryFile<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "todos-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.appending(path: "todos.sqlite").path)
}
