import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Testing

/// Downloads over sockets.
@Suite("Resumed transfers over sockets", .timeLimit(.minutes(2)))
struct ResumedTransferTests {
  private let folder = ScratchFolder()
  private var path: String { "\(folder.path)/f" }

  @Test("A download interrupted at any byte keeps the bytes received")
  func cuts() async throws {
    let content = "0123456789"
    let response = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 10\r\n\r\n\(content)"
    let faults = Fault.cuts(of: response, .close)
    let server = try MisbehavingServer(faults)
    defer { server.stop() }
    let transport = CurlTransport()
    for (count, fault) in faults.enumerated() {
      let client = APIClient(baseURL: server.baseURL(for: fault), transport: transport).timeout(.seconds(60))
      let code = await clientErrorCode { try await client.download(to: path, resuming: true) }
      #expect(code == .lostConnection, "\(fault)")
      let come = count - (response.utf8.count - content.utf8.count)
      if come > 0 {
        #expect(folder.text(of: "f.part") == String(content.prefix(come)), "\(fault)")
        #expect(folder.names == ["f.part", "f.part.note"])
      } else {
        #expect(folder.names == [], "\(fault)")
      }
    }
  }

  /// A server whose first response is interrupted, and which then sends the rest, here or from another origin.
  private func server(_ content: String, cut: Int, to other: Int? = nil) -> ScriptedServer {
    let isFirst = Lock(true)
    return ScriptedServer { connection in
      while let request = connection.readRequest() {
        if isFirst.withLock({ first in
          defer { first = false }; return first
        }) {
          connection.send(
            "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: \(content.utf8.count)\r\n\r\n\(content.prefix(cut))")
          return
        }
        if let other {
          connection.send("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:\(other)/\r\nContent-Length: 0\r\n\r\n")
        } else {
          connection.send(Self.rest(of: content, for: request))
        }
      }
    }
  }

  private static func rest(of content: String, for request: ReceivedRequest) -> String {
    guard request.field("if-range") == "\"a\"", let range = request.field("range"),
      let start = Int(range.dropFirst("bytes=".count).dropLast())
    else { return ok(content, "ETag: \"a\"\r\n") }
    let rest = content.dropFirst(start)
    return
      "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(start)-\(content.utf8.count - 1)/\(content.utf8.count)"
      + "\r\nContent-Length: \(rest.utf8.count)\r\n\r\n\(rest)"
  }

  @Test("Progress of a resumed download starts at its offset")
  func progress() async throws {
    let content = String(repeating: "x", count: 100_000)
    let server = server(content, cut: 60_000)
    defer { server.stop() }
    let (states, continuation) = AsyncStream.makeStream(of: TransferProgress.self)
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).timeout(.seconds(60))
    _ = await clientErrorCode { try await client.download(to: path, resuming: true) }
    let watched = client.transport { $0.progress.append(ProgressHandler { continuation.yield($0) }) }
    #expect(try await watched.download(to: path, resuming: true).resumedByteCount == 60_000)
    var last = 60_000
    for await state in states {
      #expect(state.receivedBytes >= last && state.totalBytesToReceive ?? 100_000 == 100_000)
      last = state.receivedBytes
      if state.receivedFraction == 1 { break }
    }
    #expect(last == 100_000 && folder.text(of: "f") == content)
  }

  @Test("A download resumes through a redirect to another origin")
  func redirect() async throws {
    let other = ScriptedServer(answering: { Self.rest(of: "0123456789", for: $0) })
    defer { other.stop() }
    let server = server("0123456789", cut: 4, to: Int(other.port))
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).timeout(.seconds(60))
    _ = await clientErrorCode { try await client.download(to: path, resuming: true) }
    #expect(try await client.download(to: path, resuming: true).resumedByteCount == 4)
    #expect(folder.text(of: "f") == "0123456789")
  }
}
