internal import ContractServer
internal import FileService
internal import Glibc

/// Serves a folder of files: `file-server FOLDER [PORT]`.
@main
struct FileServer {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let port = arguments.count > 1 ? Int(arguments[arguments.startIndex + 1]) : 8080
    guard let folder = arguments.first, arguments.count <= 2, let port, (0...65_535).contains(port) else {
      end("usage: file-server FOLDER [PORT]", 64)
    }
    do {
      let store = try FileStore(folder)
      try await Server(port: port) { store.routes }.run {
        print("listening on \($0)")
        fflush(nil)
      }
    } catch {
      end("file-server: \(error)", 1)
    }
  }

  private static func end(_ text: String, _ code: Int32) -> Never {
    Array("\(text)\n".utf8).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(code)
  }
}
