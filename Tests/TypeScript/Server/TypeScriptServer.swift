import ContractOpenAPI
import ContractServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The server that `Scripts/check-typescript` calls. It prints its address, or a document with `--document` or
/// `--channels-document`.
@main
struct TypeScriptServer {
  static func main() async {
    do {
      if CommandLine.arguments.contains("--document") {
        return print(try OpenAPI(title: "Nodes", version: "1.0.0", NodesEndpoints.all).json())
      }
      if CommandLine.arguments.contains("--channels-document") {
        return print(try OpenAPI(title: "Rooms", version: "1.0.0", RoomsEndpoints.all).json())
      }
      var router = Router()
      router.add(RoomsRoutes(RoomService()))
      router.add(NodesRoutes(NodeService()))
      router.on(.get, "/ticks", id: "ticks") { _ in
        let events = (1...3).map {
          "id: \($0)\ndata: {\"tick\":900719925474099\($0),\r\ndata: \"at\":\"1970-01-01T00:00:0\($0)Z\"}\n\n"
        }
        return HTTPResponse(
          .ok, fields: [.contentType: "text/event-stream"], body: .bytes(Array((": hello\n\n" + events.joined()).utf8)))
      }
      router.on(.get, "/lines", id: "lines") { _ in
        let lines = (1...3).map { "{\"tick\":900719925474099\($0),\"at\":\"1970-01-01T00:00:0\($0)Z\"}\n" }
        return HTTPResponse(
          .ok, fields: [.contentType: "application/jsonl"], body: .bytes(Array(lines.joined().utf8)))
      }
      router.on(.get, "/page", id: "page") { _ in
        HTTPResponse(.ok, fields: [.contentType: "text/html"], body: .bytes(Array("<p>a proxy</p>".utf8)))
      }
      let token = Secret("t0ken")
      let server = Server(listening: [.tcp("127.0.0.1", port: 0)], router: router)
        .authenticating(.bearer) { $0.matches(token) ? Authenticated("bearer") : nil }
        .authenticating(.apiKey(header: "X-Key")) { $0.matches(token) ? Authenticated("key") : nil }
        .authenticating(.apiKey(query: "key")) { $0.matches(token) ? Authenticated("query") : nil }
        .authenticating(.apiKey(cookie: "key")) { $0.matches(token) ? Authenticated("cookie") : nil }
        .authenticating(.basic) {
          $0 == .basic(username: "ann", password: "pässword") ? Authenticated("basic") : nil
        }
      try await server.run {
        print("listening on \($0)")
        fflush(nil)
      }
    } catch {
      print("typescript-server: \(error)")
      exit(1)
    }
  }
}
