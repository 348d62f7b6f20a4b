import Contract
import ContractHTTP
import Testing

@testable import ContractClient
@testable import ContractCurl

@Suite("Progress of a resumed download", .timeLimit(.minutes(2)))
struct DownloadProgressTests {
  private let folder = ScratchFolder()
  private var path: String { "\(folder.path)/f" }

  private func client(_ transport: any ClientTransport) -> APIClient {
    APIClient(baseURL: "http://h", transport: transport)
  }

  /// A transport that responds like a file server, and passes the progress handlers of each request to `tell`.
  private struct TellingTransport: ClientTransport {
    let file: RangeFile
    let tell: @Sendable ([ProgressHandler]) -> Void

    func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
      try await stream(request, options: options)
    }

    func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
      let response = file.answer(request)
      tell(options.progress)
      return response
    }
  }

  /// Returns the first progress states of a download that resumes a file.
  private func states(
    _ count: Int, of file: RangeFile, _ tell: @escaping @Sendable ([ProgressHandler]) -> Void
  ) async throws -> [[Int?]] {
    let (states, continuation) = AsyncStream.makeStream(of: TransferProgress.self)
    let client = client(TellingTransport(file: file, tell: tell))
      .transport { $0.progress.append(ProgressHandler { continuation.yield($0) }) }
    _ = try await client.download(to: path, resuming: true)
    var heard: [[Int?]] = []
    for await state in states {
      heard.append([state.receivedBytes, state.totalBytesToReceive])
      if heard.count == count { break }
    }
    return heard
  }

  private func begun(_ text: String) async -> RangeFile {
    let file = RangeFile(text, cuts: [4])
    _ = await clientErrorCode { try await client(file.transport).download(to: path, resuming: true) }
    return file
  }

  @Test("Progress of a resumed download includes the bytes already in the file", arguments: [nil, 6, .max])
  func rest(total: Int?) async throws {
    let file = await begun("0123456789")
    file.change { $0.twist = { $1.fields[.contentLength] = nil } }
    let heard = try await states(1, of: file) { handlers in
      for handle in handlers { handle(TransferProgress(receivedBytes: 6, totalBytesToReceive: total)) }
    }
    #expect(heard == [[10, 10]])
  }

  @Test("Progress does not include the bytes of an earlier download when the file has changed")
  func anew() async throws {
    let file = await begun("0123456789")
    file.change { $0.tag = "\"v2\"" }
    let heard = try await states(1, of: file) { handlers in
      for handle in handlers { handle(TransferProgress(receivedBytes: 10, totalBytesToReceive: 10)) }
    }
    #expect(heard == [[10, 10]])
  }

  @Test("Progress continues from part to part and ignores finished parts")
  func parts() async throws {
    let file = await begun("0123456789")
    file.change { state in
      state.twist = { request, response in
        let start = Int(request.fields["Range"]!.rawValue.dropFirst("bytes=".count).dropLast())!
        response.fields["Content-Range"] = HTTPFieldValue("bytes \(start)-\(start + 2)/10")!
        response.fields[.contentLength] = "3"
        response.body = .bytes(Array(Array("0123456789".utf8)[start...(start + 2)]))
      }
    }
    let before = Lock<[ProgressHandler]>([])
    let heard = try await states(2, of: file) { handlers in
      let late = before.withLock { before in
        defer { before = handlers }
        return before
      }
      for handle in late { handle(TransferProgress(receivedBytes: 2, totalBytesToReceive: 3)) }
      for handle in handlers { handle(TransferProgress(receivedBytes: 3, totalBytesToReceive: 3)) }
    }
    #expect(heard == [[7, 10], [10, 10]])
    #expect(folder.text(of: "f") == "0123456789")
  }
}
