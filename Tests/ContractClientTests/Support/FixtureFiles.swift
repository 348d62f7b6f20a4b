import Glibc
import Testing

/// Runs `body` with a separate folder, which does not exist yet and is removed afterwards.
func withFixtureFolder(_ body: (String) async throws -> Void) async throws {
  let folder = "/tmp/contract-fixtures-\(getpid())-\(UInt64.random(in: 0 ... .max))"
  defer { Subprocess(["rm", "-rf", folder])?.finish() }
  try await body(folder)
}

/// The first 64 KiB of a fixture.
func fixtureText(_ path: String) throws -> String {
  let file = try #require(fopen(path, "r"))
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<count], as: UTF8.self)
}
