/// Errors in WebSockets.
extension Mistake {
  static let channels: [Mistake] = [
    .function(
      "websocket-result", "▶@WebSocket(\"/a\") func a() async throws",
      "'a()' opens a WebSocket, so it returns a channel; write 'Channel<Sent, Received>' with the types that the client "
        + "sends and receives."),
    .function(
      "websocket-result", "@WebSocket(\"/a\") func a() async throws -> ▶Todo",
      "'a()' opens a WebSocket, so it returns a channel; write 'Channel<Sent, Received>' with the types that the client "
        + "sends and receives."),
    .function(
      "channel-verb", "▶@GET(\"/a\") func a() async throws -> Channel<Int, Int>",
      "A channel is a WebSocket; write '@WebSocket' instead of '@GET'.",
      fixed: "@WebSocket(\"/a\") func a() async throws -> Channel<Int, Int>"),
    .function(
      "channel-verb", "▶@HTTP(\"/a\", method: \"GET\") func a() async throws -> Contract.Channel<Int, Int>",
      "A channel is a WebSocket; write '@WebSocket' instead of '@HTTP'."),
    .function(
      "websocket-status", "@WebSocket(\"/a\") ▶@Status(201) func a() async throws -> Channel<Int, Int>",
      "A WebSocket is opened with the status 101; remove '@Status'."),
    .function(
      "websocket-content", "@WebSocket(\"/a\") func a(todo: ▶Body<Todo>) async throws -> Channel<Int, Int>",
      "The request that opens a WebSocket has no body; send 'todo' as a 'Query', or as the first message."),
    .function(
      "two-verbs", "@WebSocket(\"/a\") ▶@GET(\"/a\") func a() async throws -> Channel<Int, Int>",
      "'a()' already has '@WebSocket'; remove '@GET' or move it to another function.",
      fixed: "@WebSocket(\"/a\") func a() async throws -> Channel<Int, Int>"),
    .scope(
      "channel-verb", "▶@GET func a() -> Channel<Int, Int> {}",
      "A channel is a WebSocket; write '@WebSocket' instead of '@GET'.",
      fixed: "@WebSocket func a() -> Channel<Int, Int> {}"),
    .scope(
      "websocket-result", "@WebSocket func a() -> ▶Todo {}",
      "'a' opens a WebSocket, so it returns a channel; write 'Channel<Sent, Received>' with the types that the client "
        + "sends and receives."),
  ]
}
