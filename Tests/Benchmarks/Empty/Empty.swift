import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Prints that it listens, as the servers do, and does nothing else. Its memory is that of a server's libraries.
@main
struct Empty {
  static func main() async throws {
    let line = Array("listening on http://127.0.0.1:0 since \(Date().timeIntervalSince1970)\n".utf8)
    write(STDOUT_FILENO, line, line.count)
    try await Task.sleep(for: .seconds(60))
  }
}
