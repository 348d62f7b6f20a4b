internal import ChatContract
internal import ChatService
internal import ContractOpenAPI
internal import ContractServer

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The server program: `chat-server [PORT [FOLDER]]`, or `chat-server --document`, which prints the OpenAPI document.
@main
struct ChatServer {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--document" {
      print(try OpenAPI(title: "Chat", version: "1.0.0", ChatEndpoints.all).json())
      return
    }
    let port = arguments.first.flatMap { Int($0) } ?? 8080
    try await Server.chat(ChatRooms(), page: arguments.dropFirst().first, port: port).run { address in
      print("listening on \(address)")
      // Without the flush, a file or a pipe would get the line only when the program ends.
      fflush(nil)
    }
  }
}
