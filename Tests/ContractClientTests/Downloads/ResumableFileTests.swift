import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Glibc
import Testing

@testable import ContractClient

@Suite("Partial files of downloads", .ownThreads, .timeLimit(.minutes(2)))
struct ResumableFileTests {
  private let folder = ScratchFolder()
  private var path: String { "\(folder.path)/f" }
  private let version = DownloadVersion(validator: "\"a\"", length: 4)

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("A partial file has one writer at a time")
  func writers() throws {
    do {
      let file = try ResumableFile(for: path, source: "s")
      try file.restart(version)
      try file.append([1, 2])
      let refusal = message { _ = try ResumableFile(for: path, source: "s") }
      #expect(refusal == "another download is writing \(path).part; wait until it ends")
    }
    let file = try ResumableFile(for: path, source: "s")
    #expect(file.byteCount == 2 && file.version == version && file.earlierByteCount == 2)
    try file.append([3, 4])
    try file.finish()
    let next = try ResumableFile(for: path, source: "s")
    #expect(next.byteCount == 0 && next.version == nil)
  }

  @Test("A partial file is unlocked on close even if a child process has inherited it")
  func copied() throws {
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    do {
      let file = try ResumableFile(for: path, source: "s")
      try file.restart(version)
      try file.append([1, 2])
      copies = try withExtendedLifetime(file) { try openFiles(path + ".part").map { dup($0) } }
    }
    #expect(copies.count == 1)
    #expect(try ResumableFile(for: path, source: "s").byteCount == 2)
  }

  /// Returns this process's descriptors of a file, however high their numbers are.
  private func openFiles(_ path: String) throws -> [Int32] {
    let folder = try #require(opendir("/proc/self/fd"))
    defer { closedir(folder) }
    var descriptors: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let descriptor = Int32(name) else { continue }
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
      let text = String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text == path { descriptors.append(descriptor) }
    }
    return descriptors
  }

  @Test("A partial file that is a link or a pipe is refused")
  func strangers() throws {
    symlink("/tmp/elsewhere", path + ".part")
    #expect(message { _ = try ResumableFile(for: path, source: "s") }?.contains("symbolic link") == true)
    unlink(path + ".part")
    mkfifo(path + ".part", 0o600)
    #expect(message { _ = try ResumableFile(for: path, source: "s") }?.contains("No such device") == true)
    let reader = open(path + ".part", O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(message { _ = try ResumableFile(for: path, source: "s") }?.contains("belongs to another user") == true)
    unlink(path + ".part")
    symlink("/tmp/elsewhere", path + ".part.note")
    do {
      let file = try ResumableFile(for: path, source: "s")
      try file.restart(version)
    }
    #expect(folder.names == [])
  }

  @Test(
    "An existing foreign partial file stays unchanged if nothing is received",
    arguments: [nil, "a note", "contract download 1\nother\n4\n\"a\"\n"])
  func untouched(note: String?) throws {
    folder.write("theirs", to: "f.part")
    if let note { folder.write(note, to: "f.part.note") }
    do { _ = try ResumableFile(for: path, source: "s") }
    do {
      let file = try ResumableFile(for: path, source: "s")
      file.discard()
    }
    #expect(folder.text(of: "f.part") == "theirs" && folder.text(of: "f.part.note") == note)
    do {
      let file = try ResumableFile(for: path, source: "s")
      try file.restart(nil)
      try file.append([1])
    }
    #expect(folder.names == [])
  }

  @Test("A partial file with another hard link is refused")
  func links() throws {
    folder.write("precious", to: "g")
    link("\(folder.path)/g", path + ".part")
    #expect(message { _ = try ResumableFile(for: path, source: "s") }?.contains("has another hard link") == true)
    #expect(folder.text(of: "g") == "precious")
  }

  @Test("A pipe in place of the note file does not block a download")
  func pipedNote() throws {
    folder.write("0123", to: "f.part")
    mkfifo(path + ".part.note", 0o600)
    #expect(try ResumableFile(for: path, source: "s").version == nil)
  }

  @Test("A finished download has the mode of a new file")
  func mode() throws {
    let file = try ResumableFile(for: path, source: "s")
    try file.restart(version)
    try file.append([1, 2, 3, 4])
    try file.finish()
    folder.write("", to: "g")
    var (own, other) = (stat(), stat())
    stat(path, &own)
    stat("\(folder.path)/g", &other)
    #expect(own.st_mode == other.st_mode)
  }

  @Test("An error names the file and the reason")
  func errors() throws {
    let nowhere = message { _ = try ResumableFile(for: "\(folder.path)/no/f", source: "s") }
    #expect(nowhere == "cannot open the file \(folder.path)/no/f.part: No such file or directory")
    let full = Descriptor(owning: open("/dev/full", O_WRONLY))
    #expect(message { try full.write([1], to: "/f") } == "cannot write the file /f: No space left on device")
    mkdir(path, 0o700)
    defer { rmdir(path) }
    let file = try ResumableFile(for: path, source: "s")
    try file.restart(version)
    try file.append([1, 2, 3, 4])
    #expect(message { try file.finish() } == "cannot rename \(path).part to \(path): Is a directory")
    #expect(folder.names == ["f", "f.part", "f.part.note"])
  }

  @Test("A finished download deletes its note before it renames the partial file")
  func order() throws {
    let watch = Descriptor(owning: inotify_init1(Int32(IN_NONBLOCK)))
    let file = try ResumableFile(for: path, source: "s")
    try file.restart(version)
    #expect(inotify_add_watch(watch.raw, folder.path, UInt32(IN_DELETE | IN_MOVED_FROM)) > 0)
    try file.finish()
    var events = [UInt8](repeating: 0, count: 4096)
    let count = read(watch.raw, &events, events.count)
    // An event has its kind at offset 4, the length of its name at 12, and then the name.
    var kinds: [UInt32] = []
    var rest = events.prefix(max(0, count))
    while rest.count >= 16 {
      let (kind, length) = rest.withUnsafeBytes {
        ($0.loadUnaligned(fromByteOffset: 4, as: UInt32.self), $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
      }
      kinds.append(kind)
      rest = rest.dropFirst(16 + Int(length))
    }
    #expect(kinds == [UInt32(IN_DELETE), UInt32(IN_MOVED_FROM)])
  }

  @Test(
    "The partial file is synced before it is renamed", .enabled(if: CallRefusal.isAvailable, "needs seccomp"))
  func synced() async {
    await #expect(processExitsWith: .success) {
      let folder = ScratchFolder()
      let file = try ResumableFile(for: "\(folder.path)/f", source: "s")
      try file.restart(DownloadVersion(validator: "\"a\"", length: 1))
      try file.append([1])
      try #require(CallRefusal.beginSyncing(EIO))
      do {
        try file.finish()
      } catch {
        precondition("\(error)" == "cannot write the file \(folder.path)/f.part: Input/output error")
        precondition(folder.names == ["f.part", "f.part.note"])
        return
      }
      preconditionFailure("no error")
    }
  }
}
