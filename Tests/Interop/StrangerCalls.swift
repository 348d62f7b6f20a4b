import ContractClient

/// Calls of one client to a server that sends bytes which belong to no request, or whose responses make a client confuse its
/// connections. Each call must get its own response or an error.
///
/// The server responds with the path of the request, or with `ok` or nothing.
struct StrangerCalls {
  private static let traps = ["late", "same", "split", "204", "204late", "204big", "zero", "chunk"]
  private static let concurrentCalls = 160

  let count = traps.count * 3 + concurrentCalls * 2
  private let client: APIClient

  init(url: String) {
    client = APIClient(baseURL: url).timeout(.seconds(5))
  }

  /// Makes the calls, and returns the faults of their results.
  func run() async -> [String] {
    var mistakes: [String] = []
    for trap in Self.traps {
      _ = try? await client(trap).get.response()
      for number in 0..<3 {
        // The pause lets the server's late bytes arrive before the call: bytes that arrive after the request of the call look
        // like its response.
        try? await Task.sleep(for: .milliseconds(150))
        if let mistake = await call("after-\(trap)-\(number)", upload: false) { mistakes.append(mistake) }
      }
    }
    await withTaskGroup(of: String?.self) { group in
      for number in 0..<(Self.concurrentCalls * 2) {
        group.addTask { await call("call-\(number)", upload: number % 2 == 1) }
      }
      for await mistake in group { if let mistake { mistakes.append(mistake) } }
    }
    return mistakes
  }

  private func call(_ path: String, upload: Bool) async -> String? {
    let call = upload ? client(path).post.body(bytes: [UInt8](repeating: 0x75, count: 300_000)) : client(path).get
    do {
      let content = try await call.response().body.collect(upTo: 1 << 20)
      let text = String(decoding: content, as: UTF8.self)
      return ["/\(path)", "ok", ""].contains(text) ? nil : "\(path): \(text)"
    } catch is ClientError {
      return nil
    } catch {
      return "\(path): an error of another type: \(error)"
    }
  }
}
