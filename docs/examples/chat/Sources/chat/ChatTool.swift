import ChatContract
import ContractClient
import Dispatch
import FoundationEssentials

// `@preconcurrency` permits the use of `stdout`, which is a variable of C.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// The client program: `chat ROOM NAME`.
@main
struct ChatTool {
  private static let usage = """
    usage: chat ROOM NAME

    Enters a room, and says each line of the standard input to all members; `/to MEMBER TEXT` says it to one.
    CHAT_URL is the server (default: http://localhost:8080).
    """

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let room = arguments.first, let name = arguments.last else {
      print(usage)
      exit(64)
    }
    var options = WebSocketOptions()
    // A server that has vanished is noticed within a minute.
    options.pingInterval = .seconds(30)
    let client = APIClient(baseURL: ProcessInfo.processInfo.environment["CHAT_URL"] ?? "http://localhost:8080")
    do {
      let channel = try await ChatAPI(client.webSocketOptions(options)).enter(room: room, name: name)
      try await ChatSession(channel: channel).run(standardInput()) { line in
        print(line)
        // `fflush(nil)` would wait for the standard input, which is locked while a line is awaited.
        fflush(stdout)
      }
    } catch ChatError.nameTaken(let name) {
      print("chat: \(name) is in the room already; choose another name")
      exit(1)
    } catch {
      print("chat: \(error)")
      exit(1)
    }
  }

  /// Returns the lines of the standard input. Reading blocks a dedicated thread.
  private static func standardInput() -> AsyncStream<String> {
    AsyncStream { continuation in
      DispatchQueue(label: "input").async {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
