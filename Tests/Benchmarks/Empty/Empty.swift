import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reports that it listens, as the servers do, and does nothing, so its memory is that of the libraries of a server.
@main
struct Empty {
  static func main() async throws {
    let line = Array("listening on http://127.0.0.1:0 since \(Date().timeIntervalSince1970)\n".utf8)
    write(STDOUT_FILENO, line, line.count)
    try await Task.sleep(for: .seconds(60))
  }
}
