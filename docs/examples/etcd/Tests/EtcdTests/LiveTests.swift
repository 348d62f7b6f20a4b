import Contract
import ContractTesting
import Etcd
import FoundationEssentials
import Testing

@Suite("A real etcd", .serialized, .enabled(if: LiveServer.current != nil))
struct LiveTests {
  private func etcd() throws -> Etcd { Etcd(baseURL: try #require(LiveServer.current).url) }

  @Test("A new recording can be replayed")
  func record() async throws {
    let live = try #require(LiveServer.current)
    let recording = APIClient(baseURL: live.url)
      .environment(try .recording(to: live.fixtures, masking: RecordedSessionTests.masking, replacing: true))
    try await RecordedSessionTests.session(Etcd(recording))
    let replaying = APIClient(baseURL: "http://replayed").environment(try .replaying(from: live.fixtures))
    try await RecordedSessionTests.session(Etcd(replaying))
  }

  @Test("A watch reports every later change below its prefix")
  func watch() async throws {
    let etcd = try etcd()
    let events = try await etcd.watch("watched/")
    try await etcd.put("1", for: "watched/a")
    try await etcd.put("1", for: "unwatched")
    try await etcd.delete("watched/a")
    var seen: [String] = []
    for try await event in events {
      seen.append("\(event.type) \(event.kv.keyText) \(event.kv.text)")
      if seen.count == 2 { break }
    }
    #expect(seen == ["put watched/a 1", "delete watched/a "])
  }

  @Test("A read at a future revision is refused")
  func futureRevision() async throws {
    let etcd = try etcd()
    let entry = try await etcd.api.range(
      key: Data([1]), rangeEnd: nil, limit: nil, revision: nil, keysOnly: nil, countOnly: nil)
    do throws(EtcdError) {
      _ = try await etcd.api.range(
        key: Data([1]), rangeEnd: nil, limit: nil, revision: entry.header.revision + 1000,
        keysOnly: nil,
        countOnly: nil)
      Issue.record("a future revision is read")
    } catch {
      guard case .declared(.outOfRange) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("A lease can be extended until it is revoked")
  func keepAlive() async throws {
    let etcd = try etcd()
    let lease = try await etcd.grant(seconds: 60)
    #expect(try await etcd.keepAlive(lease) == 60)
    try await etcd.revoke(lease)
    #expect(try await etcd.keepAlive(lease) == nil)
  }

  @Test("A snapshot contains the values of the store")
  func snapshot() async throws {
    let etcd = try etcd()
    // Larger than a part, which has 32 KiB.
    let value = Array(String(repeating: "copied ", count: 10_000).utf8)
    try await etcd.put(String(decoding: value, as: UTF8.self), for: "copied/leaf")
    var bytes: [UInt8] = []
    var announced: [Int64] = []
    for try await line in try await etcd.api.snapshot() {
      let part = try #require(line.result)
      bytes += part.blob
      announced.append(part.remainingBytes + Int64(bytes.count))
    }
    // The store consists of whole pages. The last part is its SHA-256, which the numbers of the other parts exclude.
    #expect(bytes.count % 512 == 32)
    #expect(announced.count > 2 && Set(announced.dropLast()) == [Int64(bytes.count - 32)])
    #expect(bytes.contains(value))
  }

  @Test("A watch reports past changes whose total size exceeds the line limit")
  func pastChanges() async throws {
    let etcd = try etcd()
    let value = String(repeating: "large ", count: 230_000)
    for number in 1...12 { try await etcd.put(value, for: "past/\(number)") }
    let first = try #require(try await etcd.entry("past/1"))
    var seen: [String] = []
    for try await event in try await etcd.watch("past/", from: first.modRevision) {
      #expect(event.kv.value.count == value.utf8.count)
      seen.append(event.kv.keyText)
      if seen.count == 12 { break }
    }
    #expect(seen == (1...12).map { "past/\($0)" })
  }

  @Test("Calls need a user if authentication is enabled")
  func authentication() async throws {
    let etcd = try etcd()
    _ = try await etcd.auth.addUser(name: "root", password: "secret")
    _ = try await etcd.auth.addRole(name: "root")
    _ = try await etcd.auth.grantRole(user: "root", role: "root")
    _ = try await etcd.auth.enable()
    do throws(EtcdError) {
      try await etcd.put("x", for: "x")
      Issue.record("an unknown caller may write")
    } catch {
      guard case .declared(.invalidArgument(message: "etcdserver: user name is empty")) = error else {
        Issue.record("\(error)")
        return
      }
    }
    let root = try await etcd.loggedIn(as: "root", password: "secret")
    try await root.put("x", for: "x")
    #expect(try await root.entry("x")?.text == "x")
    _ = try await root.auth.disable()
  }
}
