/// Channels.
extension Declaration {
  static let channels: [Declaration] = [
    Declaration(
      "channels, in every form of declaration", generatesCode: true,
      """
      public struct Line: Codable, Sendable { var text: String }
      @API @Mock public protocol T: Sendable {
        @WebSocket("/a/:room") func a(room: String, since: Int?) async throws -> Channel<Line, [Line]>
        @WebSocket("/b") func b(done: @escaping @Sendable (Result<Channel<String, [UInt8]>, any Error>) -> Void)
        @WebSocket("/c") func c(token: Header<String>) async throws -> Contract.Channel<Line, Line>
      }
      struct S: T {
        func a(room: String, since: Int?) async throws -> Channel<Line, [Line]> {
          Channel { connection in
            for try await line in connection { try await connection.send([line]) }
          }
        }
        func b(done: @escaping @Sendable (Result<Channel<String, [UInt8]>, any Error>) -> Void) {
          done(.success(Channel { connection in try await connection.send([1]) }))
        }
        func c(token: String) async throws -> Channel<Line, Line> {
          Channel(protocols: ["v1"]) { connection in try await connection.close(.goingAway) }
        }
      }
      @API final class G: EndpointGroup {
        @WebSocket("/f") var f: Endpoint<Empty, Channel<String, String>>
      }
      @API struct P {
        @WebSocket("/h") func h() -> Channel<String, String> {}
      }
      """, []),
    Declaration(
      "a channel of a message that is not Codable", generatesCode: true,
      """
      struct Line: Sendable { var text: String }
      @API @Mock protocol T: Sendable {
        @WebSocket("/a") func a() async throws -> Channel<Line, String>
      }
      """,
      [
        "4:45 error: 'init(_:_:_:id:status:throws:summary:)' is unavailable: a result must be Codable: declare its type "
          + "with `: Codable, Sendable`, or mark it with @Schema"
      ]),
  ]
}
