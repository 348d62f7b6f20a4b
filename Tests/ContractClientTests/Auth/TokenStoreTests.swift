import Contract
import ContractClient
import ContractHTTP
import FoundationEssentials
import Glibc
import Testing

@Suite("Token stores", .timeLimit(.minutes(2)))
struct TokenStoreTests {
  @Test("A token file is readable only by its owner and replaced atomically")
  func fileStore() async throws {
    let path = "/tmp/contract-tokens-\(UInt64.random(in: .min ... .max))"
    defer { unlink(path) }
    let store = FileTokenStore(path)
    #expect(try store.load() == nil)
    let first = AuthTokens(
      accessToken: "a", refreshToken: "r", expiresAt: Date(timeIntervalSince1970: TestClock.start + 100))
    try await store.save(first)
    #expect(try store.load() == first)
    var status = stat()
    stat(path, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    let inode = status.st_ino
    try await store.save(AuthTokens(accessToken: "b"))
    #expect(try FileTokenStore(path).load() == AuthTokens(accessToken: "b"))
    stat(path, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(status.st_ino != inode)
    chmod(path, 0o644)
    let open = #expect(throws: TokenStoreError.self) { try store.load() }
    #expect(open?.description.contains("0600") == true)
    try await store.save(AuthTokens(accessToken: "c"))
    #expect(try store.load()?.accessToken == "c")
    try await store.clear()
    #expect(try store.load() == nil)
    try await store.clear()
    let lost = FileTokenStore("/nonexistent/tokens")
    await #expect(throws: TokenStoreError.self) { try await lost.save(first) }
    try await lost.clear()
  }

  @Test("Tokens with an extreme expiration are saved with the nearest expiration that a file can store")
  func extremes() async throws {
    let path = "/tmp/contract-tokens-\(UInt64.random(in: .min ... .max))"
    defer { unlink(path) }
    let last: TimeInterval = 253_402_300_799
    let rows: [(expiry: Date, saved: TimeInterval)] = [
      (Date(timeIntervalSince1970: last), last), (Date(timeIntervalSince1970: last + 1), last),
      (Date(timeIntervalSince1970: .infinity), last), (Date(timeIntervalSince1970: -1), 0), (.distantPast, 0),
      (AuthTokens(accessToken: "a", expiresIn: .seconds(Int64.max)).expiresAt ?? .distantPast, last),
    ]
    for (expiry, saved) in rows {
      let store = FileTokenStore(path)
      try await store.save(AuthTokens(accessToken: "a", expiresAt: expiry))
      #expect(try store.load()?.expiresAt?.timeIntervalSince1970 == saved, "\(expiry.timeIntervalSince1970)")
    }
  }

  @Test("A conditional save succeeds only if the stored version is unchanged")
  func replacing() async throws {
    let path = "/tmp/contract-tokens-\(UInt64.random(in: .min ... .max))"
    defer { unlink(path) }
    let quiet = MemoryTokenStore()
    let stores: [(store: any TokenStore, knowsVersions: Bool)] = [
      (store: MemoryTokenStore(), knowsVersions: true), (store: FileTokenStore(path), knowsVersions: true),
      (store: Quiet(store: quiet), knowsVersions: false),
    ]
    for (store, knowsVersions) in stores {
      let before = store.version()
      #expect(try await store.save(AuthTokens(accessToken: "a"), replacing: before))
      let afterFirst = store.version()
      #expect(try await store.save(AuthTokens(accessToken: "b"), replacing: before) == !knowsVersions)
      #expect(try await store.load()?.accessToken == (knowsVersions ? "a" : "b"))
      try await store.clear()
      #expect(try await store.save(AuthTokens(accessToken: "c"), replacing: afterFirst) == !knowsVersions)
      #expect(try await store.load()?.accessToken == (knowsVersions ? nil : "c"))
    }
  }

  @Test("A logout clears a token file even when a renewal finishes at the same time")
  func race() async throws {
    let folder = "/tmp/contract-tokens-\(UInt64.random(in: .min ... .max))"
    #expect(mkdir(folder, 0o700) == 0)
    defer { rmdir(folder) }
    let store = FileTokenStore("\(folder)/tokens")
    for _ in 0..<100 {
      try await store.save(AuthTokens(accessToken: "old"))
      let version = store.version()
      async let renewal = Task.detached { try await store.save(AuthTokens(accessToken: "new"), replacing: version) }
        .value
      async let logout: Void = Task.detached { try await store.clear() }.value
      _ = try await (renewal, logout)
      #expect(try store.load() == nil)
    }
  }

  @Test(
    "Clients and processes that share a store renew its tokens once", .timeLimit(.minutes(5)), arguments: [false, true])
  func sharedStore(isFile: Bool) async throws {
    // The first lifetime is shorter than the leeway, so new tokens are already due for renewal, and later callers renew
    // them. An early renewal may start after the last call has returned, so each lifetime has its own store.
    for lifetime in [20.0, 3600] {
      let folder = "/tmp/contract-tokens-\(UInt64.random(in: .min ... .max))"
      #expect(mkdir(folder, 0o700) == 0)
      defer {
        unlink("\(folder)/tokens")
        rmdir(folder)
      }
      let memory = MemoryTokenStore()
      let stores: [any TokenStore] =
        isFile ? (0..<2).map { _ in FileTokenStore("\(folder)/tokens") } : [memory, memory]
      let start = Date(timeIntervalSince1970: TestClock.start)
      try await stores[0].save(AuthTokens(accessToken: "a0", refreshToken: "r0", expiresAt: start - 1))
      let asked = Lock<[String?]>([])
      let transport = AnsweringTransport { request, _ in
        let isRight = request.fields[.authorization].map { $0.rawValue.hasPrefix("Bearer a") } ?? false
        return HTTPResponse(isRight ? .ok : .unauthorized)
      }
      let clients = stores.map { store in
        APIClient(transport).clock(TestClock()).tokenRefresher(store: store) { tokens, _ in
          let number = asked.withLock { asked in
            asked.append(tokens?.refreshToken)
            return asked.count
          }
          for _ in 0..<100 { await Task.yield() }
          return AuthTokens(
            accessToken: "a\(number)", refreshToken: "r\(number)", expiresAt: start + lifetime)
        }
      }
      let calls = (0..<20).map { index in Task { try await clients[index % 2].get.response().status } }
      for call in calls { #expect(try await call.value == .ok) }
      // This waits until the last token is saved, because an early renewal may continue after its call.
      while try await stores[0].load()?.refreshToken != "r\(asked.withLock { $0.count })" { await Task.yield() }
      // Each refresh token is used once.
      let used = asked.withLock { $0 }
      #expect(used == (0..<used.count).map { "r\($0)" })
      #expect(lifetime < 30 || used.count == 1)
    }
  }

  @Test("A save fails while another process holds the lock of the token file")
  func lockedFolder() async throws {
    let folder = "/tmp/contract-tokens-\(UInt64.random(in: .min ... .max))"
    #expect(mkdir(folder, 0o700) == 0)
    defer { rmdir(folder) }
    // `O_CLOEXEC` keeps a process that another test starts from inheriting the descriptor, and with it the lock.
    let other = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    #expect(flock(other, LOCK_EX) == 0)
    let store = FileTokenStore("\(folder)/tokens")
    let error = await #expect(throws: TokenStoreError.self) { try await store.save(AuthTokens(accessToken: "a")) }
    #expect(error?.description.contains("lock") == true)
    #expect(try store.load() == nil)
    close(other)
    try await store.save(AuthTokens(accessToken: "a"))
    try await store.clear()
  }

  @Test("A named pipe in place of a token file is refused at once")
  func pipe() throws {
    let path = "/tmp/contract-tokens-\(UInt64.random(in: .min ... .max))"
    defer { unlink(path) }
    #expect(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: TokenStoreError.self) { try FileTokenStore(path).load() }
    #expect(error?.description == "token store: the path does not lead to a regular file")
  }

  @Test("An invalid token file is refused without revealing its content")
  func brokenFile() throws {
    let path = "/tmp/contract-tokens-\(UInt64.random(in: .min ... .max))"
    defer { unlink(path) }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    let text = Array(#"{"accessToken": 7, "refreshToken": "s3cret"}"#.utf8)
    #expect(write(file, text, text.count) == text.count)
    close(file)
    let error = #expect(throws: TokenStoreError.self) { try FileTokenStore(path).load() }
    #expect(error.map { "\($0)".contains("s3cret") } == false)
    unlink(path)
    #expect(symlink("/etc/hostname", path) == 0)
    #expect(throws: TokenStoreError.self) { try FileTokenStore(path).load() }
  }

  /// A store that does not report changes.
  private struct Quiet: TokenStore {
    let store: MemoryTokenStore
    func load() -> AuthTokens? { store.load() }
    func save(_ tokens: AuthTokens) { store.save(tokens) }
    func clear() { store.clear() }
  }

  @Test("Tokens saved or cleared in a store with versions apply from the next call")
  func changeOfUser() async throws {
    let path = "/tmp/contract-tokens-\(UInt64.random(in: .min ... .max))"
    defer { unlink(path) }
    let quiet = MemoryTokenStore()
    let stores: [(store: any TokenStore, isNoticed: Bool)] = [
      (store: MemoryTokenStore(), isNoticed: true), (store: FileTokenStore(path), isNoticed: true),
      (store: Quiet(store: quiet), isNoticed: false),
    ]
    for (store, isNoticed) in stores {
      let transport = AnsweringTransport(HTTPResponse(.ok))
      let known = Lock<[String?]>([])
      let client = APIClient(transport).clock(TestClock()).tokenRefresher(store: store) { tokens, _ in
        known.withLock { $0.append(tokens?.accessToken) }
        return AuthTokens(accessToken: "fresh")
      }
      try await store.save(AuthTokens(accessToken: "ann"))
      try await client.get()
      try await store.save(AuthTokens(accessToken: "bob"))
      try await client.get()
      try await store.clear()
      for _ in 0..<2 { try await client.get() }
      let expected: [HTTPFieldValue] =
        isNoticed
        ? ["Bearer ann", "Bearer bob", "Bearer fresh", "Bearer fresh"] : Array(repeating: "Bearer ann", count: 4)
      #expect(transport.requests.map { $0.fields[.authorization] } == expected)
      #expect(known.withLock { $0 } == (isNoticed ? [nil] : []))
    }
  }

  @Test("Tokens renewed during a logout are discarded")
  func logoutMeanwhile() async throws {
    let gate = Turnstile()
    let transport = AnsweringTransport(HTTPResponse(.ok))
    let store = MemoryTokenStore(
      AuthTokens(accessToken: "ann", expiresAt: Date(timeIntervalSince1970: TestClock.start - 1)))
    let client = APIClient(transport).clock(TestClock()).tokenRefresher(store: store) { tokens, _ in
      guard let tokens else { return AuthTokens(accessToken: "guest") }
      await gate.pass()
      return AuthTokens(accessToken: "\(tokens.accessToken) again")
    }
    let call = Task { try await client("a").get() }
    await gate.waitForArrivals(1)
    store.clear()
    // Later callers do not wait for tokens of a user who has logged out.
    try await client("b").get()
    gate.open()
    try await call.value
    try await client("c").get()
    #expect(store.load()?.accessToken == "guest")
    let sent = Dictionary(uniqueKeysWithValues: transport.requests.map { ($0.target, $0.fields[.authorization]) })
    #expect(sent == ["/v1/a": "Bearer ann again", "/v1/b": "Bearer guest", "/v1/c": "Bearer guest"])
  }
}
