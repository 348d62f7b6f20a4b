internal import ChatContract
internal import ContractOpenAPI
public import ContractServer

extension Server {
  /// Creates a server of the chat, of its documentation at `/docs`, and of the page if there is one.
  ///
  /// - Parameter page: the folder of the page.
  public static func chat(
    _ rooms: ChatRooms, page: String? = nil, host: String = "127.0.0.1", port: Int, threads: Int? = nil
  ) -> Server {
    Server(host: host, port: port, threads: threads) {
      ChatRoutes(ChatService(rooms))
      Docs(at: "/docs", title: "Chat", version: "1.0.0")
      if let page { StaticFiles(page, at: "/", cacheControl: "no-cache") }
    }
  }
}
