import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("The steps of an upload")
struct UploadMachineTests {
  private static func machine(_ size: Int = 10, chunkBytes: Int? = 4, isKnown: Bool = false) -> UploadMachine {
    UploadMachine(size: size, chunkBytes: chunkBytes, maxFailures: 3, isKnown: isKnown)
  }

  private static func accept(_ machine: inout UploadMachine, _ offset: Int, then step: UploadMachine.Step? = nil) {
    let isPossible = machine.accept(offset: offset)
    #expect(isPossible && machine.step == step ?? machine.step)
  }

  private static func fail(
    _ machine: inout UploadMachine, _ failure: UploadMachine.Failure, after delay: Duration?,
    then step: UploadMachine.Step? = nil
  ) {
    let found = machine.fail(failure)
    #expect(found == delay && machine.step == step ?? machine.step)
  }

  /// Lets every request succeed, and returns the steps.
  private static func steps(_ machine: UploadMachine, known offset: Int = 0) -> [UploadMachine.Step] {
    var machine = machine
    var steps: [UploadMachine.Step] = []
    while machine.step != .finished, steps.count < 20 {
      steps.append(machine.step)
      switch machine.step {
      case .create: accept(&machine, 0)
      case .ask: accept(&machine, offset)
      case .send(let range): accept(&machine, range.upperBound)
      case .finished: break
      }
    }
    return steps
  }

  @Test("A file is created and sent in chunks, or in one request")
  func sending() {
    #expect(Self.steps(Self.machine()) == [.create, .send(0..<4), .send(4..<8), .send(8..<10)])
    #expect(Self.steps(Self.machine(8)) == [.create, .send(0..<4), .send(4..<8)])
    #expect(Self.steps(Self.machine(chunkBytes: nil)) == [.create, .send(0..<10)])
    #expect(Self.steps(Self.machine(0)) == [.create])
  }

  @Test("A known upload continues at the server's offset, and a complete upload is confirmed by an empty request")
  func known() {
    #expect(Self.steps(Self.machine(isKnown: true), known: 7) == [.ask, .send(7..<10)])
    #expect(Self.steps(Self.machine(isKnown: true), known: 10) == [.ask, .send(10..<10)])
  }

  @Test("A failure is followed by a request for the offset, a lost upload restarts, and other failures are final")
  func failing() {
    var machine = Self.machine()
    Self.fail(&machine, .transient, after: .milliseconds(200), then: .create)
    Self.accept(&machine, 0)
    Self.fail(&machine, .transient, after: .milliseconds(400), then: .ask)
    Self.accept(&machine, 3, then: .send(3..<7))
    Self.fail(&machine, .gone, after: .milliseconds(200), then: .create)
    Self.fail(&machine, .final, after: nil)
    for offset in [11, -1] {
      let isPossible = machine.accept(offset: offset)
      #expect(!isPossible)
    }
  }

  @Test("An upload ends if the server accepts no byte of a request, or too many bytes", arguments: [3, 2, 0, 8])
  func noProgress(_ offset: Int) {
    var machine = Self.machine(isKnown: true)
    Self.accept(&machine, 3, then: .send(3..<7))
    let isPossible = machine.accept(offset: offset)
    #expect(!isPossible)
    Self.accept(&machine, 4, then: .send(4..<8))
  }

  @Test("An upload ends after 64 requests of which the server accepts less than 16 KiB", arguments: [1, 16_383])
  func littleProgress(_ bytes: Int) {
    var machine = Self.machine(1 << 30, chunkBytes: nil, isKnown: true)
    Self.accept(&machine, 0)
    for number in 1...64 { Self.accept(&machine, number * bytes) }
    let mayContinue = machine.accept(offset: 65 * bytes)
    #expect(!mayContinue)
  }

  @Test("An upload continues if the server accepts at least 16 KiB, or a whole chunk, of each request")
  func enoughProgress() {
    var large = Self.machine(1 << 30, chunkBytes: nil, isKnown: true)
    Self.accept(&large, 0)
    for number in 1...200 { Self.accept(&large, number * 16_384) }
    var whole = Self.machine(1000, chunkBytes: 1, isKnown: true)
    Self.accept(&whole, 0)
    for number in 1...200 { Self.accept(&whole, number) }
  }

  @Test("Failures without progress end the upload, even if it restarts each time")
  func hopeless() {
    var machine = Self.machine()
    for _ in 0..<3 {
      Self.accept(&machine, 0)
      let delay = machine.fail(.gone)
      #expect(delay != nil)
    }
    Self.accept(&machine, 0)
    Self.fail(&machine, .gone, after: nil)
  }

  @Test("The delay between attempts doubles up to ten seconds")
  func delays() {
    var machine = UploadMachine(size: 1, chunkBytes: nil, maxFailures: 100, isKnown: false)
    let delays = (0..<20).compactMap { _ in machine.fail(.transient) }
    #expect(delays[..<6].elementsEqual([200, 400, 800, 1600, 3200, 6400].map { .milliseconds($0) }))
    #expect(delays[6...].allSatisfy { $0 == .seconds(10) })
  }

  @Test("Upload metadata is sorted by key and encoded in base64")
  func metadata() {
    #expect(ResumableUpload.header(["filename": "hello", "a": ""]) == "a ,filename aGVsbG8=")
  }
}

@Suite("The requests of an upload", .timeLimit(.minutes(2)))
struct UploadRequestTests {
  @Test("An upload applies the modifiers of its task once, and before its own headers")
  func modifiers() async throws {
    let folder = ScratchFolder()
    folder.write("abc", to: "source")
    let transport = AnsweringTransport { request, _ in
      request.method == .post
        ? HTTPResponse(.created, fields: [.location: "/files/1"])
        : HTTPResponse(.noContent, fields: ["Upload-Offset": "3"])
    }
    let client = APIClient(transport)
    _ = try await withClientModifiers({ $0("films").addingHeader("X-Tag", "a").header("Tus-Resumable", "0.2.2") }) {
      try await client("uploads").upload(file: "\(folder.path)/source")
    }
    #expect(transport.requests.map { "\($0.method) \($0.target)" } == ["POST /v1/uploads/films", "PATCH /files/1"])
    for request in transport.requests {
      #expect(request.fields.values("X-Tag") == ["a"])
      #expect(request.fields.values("Tus-Resumable") == ["1.0.0"])
    }
  }

  @Test("An upload cancelled between attempts throws an error with the code cancelled")
  func cancelled() async throws {
    let folder = ScratchFolder()
    folder.write("abc", to: "source")
    let transport = AnsweringTransport { _, _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return HTTPResponse(.serviceUnavailable)
    }
    let client = APIClient(transport).clock(TestClock())
    let upload = Task { try await client("uploads").upload(file: "\(folder.path)/source") }
    let error = await #expect(throws: ClientError.self) { try await upload.value }
    #expect(error?.code == .cancelled)
    #expect(transport.requests.count == 1)
  }
}
