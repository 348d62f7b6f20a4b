import ContractHTTP
import ContractLoop
import Testing

@testable import ContractServer

@Suite("Stores of uploads")
struct UploadStoreTests {
  @Test("A store is released with its last user, however often a server has started with it")
  func released() async throws {
    let fixture = ResumableUploadsTests.Fixture()
    weak var released: UploadStore?
    do {
      let store = UploadStore(fixture.folder, maxUploads: 10, lifetime: 100)
      for _ in 0..<2 { store.sweepRepeatedly() }
      released = store
    }
    // A sweep that is running may still hold the store.
    for _ in 0..<500 where released != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(released == nil)
  }

  @Test("An upload can be opened again although the session of its last request is still referenced")
  func reopened() throws {
    let fixture = ResumableUploadsTests.Fixture()
    let store = UploadStore(fixture.folder, maxUploads: 10, lifetime: 100)
    var lease: UploadStore.Lease? = try store.create(UploadRules.Creation(length: 10, metadata: "", hasContent: false))
    let (id, session) = try #require(lease.map { ($0.files.id, $0.session) })
    lease = nil
    #expect(try store.open(id).session !== session)
  }

  @Test("A newer request ends an older one, and later bytes of the older one are refused")
  func overtaken() async throws {
    let fixture = ResumableUploadsTests.Fixture()
    let store = UploadStore(fixture.folder, maxUploads: 10, lifetime: 100)
    let lease = try store.create(UploadRules.Creation(length: 10, metadata: "", hasContent: false))
    let old = try lease.session.begin()
    try lease.session.append([1, 2], old)
    let new = try store.open(lease.files.id).session.begin()
    #expect(new.offset == 2)
    #expect(throws: UploadRules.Refusal.self) { try lease.session.append([3], old) }
    try lease.session.prepare(new, length: 10, isChecked: true, expires: .max)
    try lease.session.append([4, 5], new)
    // Bytes with a checksum count only when their request is complete, so the offset is still 2.
    #expect(try lease.session.begin().offset == 2)
    lease.session.remove()
    #expect(throws: UploadRules.Refusal.self) { _ = try lease.session.begin() }
    #expect(fixture.names.isEmpty)
  }

  @Test("Each step of a request returns the stored state of the upload")
  func positions() async throws {
    let fixture = ResumableUploadsTests.Fixture()
    let store = UploadStore(fixture.folder, maxUploads: 10, lifetime: 100, clock: fixture.clock.source)
    let lease = try store.create(UploadRules.Creation(length: 2, metadata: "", hasContent: false))
    let session = lease.session
    let turn = try session.begin()
    let first = store.nextExpiration
    try session.prepare(turn, length: 2, isChecked: true, expires: first)
    try session.append([1, 2], turn)
    let received = try session.end(turn, keepsBytes: true, expires: first + 1)
    #expect(try lease.files.read() == received.record)
    #expect(received.offset == 2 && received.record.phase == .open && received.record.expires == first + 1)
    #expect(try session.beginCompletion(turn).record.phase == .open)
    #expect(throws: UploadRules.Refusal.self) { _ = try session.begin() }
    let accepted = session.endCompletion(isAccepted: true, expires: first + 2)
    #expect(try lease.files.read() == accepted.record)
    #expect(accepted.offset == 2 && accepted.record.phase == .complete && accepted.record.expires == first + 2)
    #expect(session.renew(until: first + 3).record.expires == first + 3)
    // An upload that was accepted before is not accepted again, and stays available.
    let next = try session.begin()
    #expect(try session.beginCompletion(next).record.phase == .complete)
    #expect(try session.begin().offset == 2)
  }

  @Test("An upload in use by another process is unavailable")
  func locked() async throws {
    let fixture = ResumableUploadsTests.Fixture()
    let store = UploadStore(fixture.folder, maxUploads: 10, lifetime: 100)
    let other = UploadStore(fixture.folder, maxUploads: 10, lifetime: 100)
    var lease: UploadStore.Lease? = try store.create(UploadRules.Creation(length: 10, metadata: "", hasContent: false))
    let id = try #require(lease?.files.id)
    #expect(throws: UploadRules.Refusal(HTTPStatus(unchecked: 423), "another process uses the upload; try again later"))
    {
      _ = try other.open(id)
    }
    lease = nil
    _ = try other.open(id)
  }

  @Test("A request ends without waiting for another one that opens the files of an upload", .timeLimit(.minutes(1)))
  func endDuringOpening() throws {
    let fixture = ResumableUploadsTests.Fixture()
    let other = Lock<UploadStore.Lease?>(nil)
    let (isOpening, results) = (Lock(false), Lock<[Bool]>([]))
    let hasEnded = Monitor(false)
    let clock = TimeSource {
      0
    } wall: {
      // The store reads the time while it opens the files.
      guard isOpening.withLock({ $0 }) else { return 0 }
      Task.detached {
        other.withLock { $0 = nil }
        hasEnded.withLock { $0 = true }
        hasEnded.signalAll()
      }
      let deadline = LoopInstant.read().advanced(by: .seconds(20))
      let result = hasEnded.wait(until: deadline) { hasEnded, isLate in hasEnded ? true : isLate ? false : nil }
      results.withLock { $0.append(result) }
      return 0
    }
    let store = UploadStore(fixture.folder, maxUploads: 10, lifetime: 100, clock: clock)
    let creation = UploadRules.Creation(length: 10, metadata: "", hasContent: false)
    let id = try store.create(creation).files.id
    try other.withLock { $0 = try store.create(creation) }
    isOpening.withLock { $0 = true }
    _ = try store.open(id)
    #expect(results.withLock { $0 } == [true])
  }

  @Test("An expired upload is kept while another process uses it")
  func expiredInUse() throws {
    let fixture = ResumableUploadsTests.Fixture()
    let stores = (0..<2).map { _ in
      UploadStore(fixture.folder, maxUploads: 10, lifetime: 100, clock: fixture.clock.source)
    }
    var lease: UploadStore.Lease? = try stores[0].create(
      UploadRules.Creation(length: 10, metadata: "", hasContent: false))
    let id = try #require(lease?.files.id)
    fixture.clock.advance(milliseconds: 101_000)
    stores[1].sweep()
    #expect(fixture.names == [id, "\(id).info"])
    lease = nil
    stores[1].sweep()
    #expect(fixture.names.isEmpty)
  }

  @Test("Requests to a full store remove expired uploads at most once in a quarter of the lifetime")
  func fullStore() throws {
    let fixture = ResumableUploadsTests.Fixture()
    let store = UploadStore(fixture.folder, maxUploads: 1, lifetime: 100, clock: fixture.clock.source)
    let creation = UploadRules.Creation(length: 10, metadata: "", hasContent: false)
    _ = try store.create(creation)
    // The upload expires after 100 seconds. The request after 90 seconds sweeps, and the next sweep is due after 115.
    for (pause, isCreated) in [(90, false), (11, false), (14, true)] as [(Int64, Bool)] {
      fixture.clock.advance(milliseconds: pause * 1000)
      let lease = try? store.create(creation)
      #expect((lease != nil) == isCreated, "\(pause) seconds later")
    }
  }

  @Test("Bytes are kept if their record is missing only in a listing, whether they are in use or not")
  func staleListing() throws {
    let fixture = ResumableUploadsTests.Fixture()
    // The times of files are those of the system, so the clock must be ahead of it.
    fixture.clock.jump(milliseconds: 4_000_000_000_000)
    let store = UploadStore(fixture.folder, maxUploads: 10, lifetime: 100, clock: fixture.clock.source)
    var lease: UploadStore.Lease? = try store.create(UploadRules.Creation(length: 10, metadata: "", hasContent: false))
    let files = try #require(lease?.files)
    let record = "\(files.id).info"
    store.sweep((ids: [], others: [files.id]))
    #expect(fixture.names == [files.id, record])
    lease = nil
    store.sweep((ids: [], others: [files.id]))
    #expect(fixture.names == [files.id, record])
    // Without its record, the upload cannot continue.
    FileNames.remove("\(fixture.folder)/\(record)")
    store.sweep()
    #expect(fixture.names.isEmpty)
  }

  @Test("A request reads the record that another process stored before it released the upload")
  func changedRecord() throws {
    let fixture = ResumableUploadsTests.Fixture()
    let stores = (0..<2).map { _ in UploadStore(fixture.folder, maxUploads: 10, lifetime: 100) }
    var lease: UploadStore.Lease? = try stores[0].create(
      UploadRules.Creation(length: 10, metadata: "", hasContent: false))
    let (files, session) = try #require(lease.map { ($0.files, $0.session) })
    let turn = try session.begin()
    try session.prepare(turn, length: 10, isChecked: true, expires: .max)
    try session.append([1, 2], turn)
    // The other process opens the bytes while their checksum is unchecked.
    let bytes = try OpenFile(updating: files.bytes)
    try session.end(turn, keepsBytes: true, expires: .max)
    lease = nil
    #expect(try stores[1].session(of: files, with: bytes).begin().offset == 2)
    #expect(try bytes.size == 2)
  }
}
