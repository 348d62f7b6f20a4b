import Contract
import ContractClient
import Glibc

extension ScriptedServer {
  /// Runs `body` with a server, which is stopped afterwards.
  static func with(
    _ script: @escaping @Sendable (ScriptedConnection) -> Void, _ body: (ScriptedServer) async throws -> Void
  ) async throws {
    let server = ScriptedServer(script)
    defer { server.stop() }
    try await body(server)
  }

  /// A request to this server.
  func request(
    _ method: HTTPMethod = .get, _ target: String = "/", fields: HTTPFields = [:], body: HTTPBody = .empty
  ) -> HTTPRequest {
    HTTPRequest(method, target, scheme: "http", authority: "127.0.0.1:\(port)", fields: fields, body: body)
  }
}

extension HTTPResponse {
  /// The content, which is in memory.
  var bytes: [UInt8] {
    switch body {
    case .empty: []
    case .bytes(let bytes): bytes
    case .stream: preconditionFailure("a transport collects")
    }
  }

  /// The content as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A response of status 200 with this content.
func ok(_ content: String, _ fields: String = "") -> String {
  "HTTP/1.1 200 OK\r\nContent-Length: \(content.utf8.count)\r\n\(fields)\r\n\(content)"
}

/// The code of the error that `body` throws, or nil when it throws none.
func clientErrorCode(_ body: () async throws -> some Any) async -> ClientError.Code? {
  do {
    _ = try await body()
    return nil
  } catch {
    return (error as? ClientError)?.code
  }
}

extension ScriptedServer {
  /// The number of sockets of this process that are connected to this server, whatever other tests have open.
  var clientSocketCount: Int { clientSockets.count }

  /// The sockets of this process that are connected to this server.
  var clientSockets: [Int32] { Self.clientSockets(to: port) }

  /// The sockets of this process that are connected to a port.
  static func clientSockets(to port: UInt16) -> [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var sockets: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let descriptor = Int32(name) else { continue }
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) == 0 }
      }
      if isConnected, address.sin_family == sa_family_t(AF_INET), address.sin_port == port.bigEndian {
        sockets.append(descriptor)
      }
    }
    return sockets
  }
}
