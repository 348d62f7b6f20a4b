import Contract
import ContractHTTP
import ContractLoop
import Glibc
import Testing

@testable import ContractClient

@Suite("The beginning of a file", .timeLimit(.minutes(2)))
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

  @Test("has one writer at a time, and the next one when that has let go")
  func writers() throws {
    do {
      let file = try ResumableFile(for: path, source: "s")
      try file.restart(version)
      try file.append([1, 2])
      let refusal = message { _ = try ResumableFile(for: path, source: "s") }
      #expect(refusal == "another download is writing the file \(path).part")
    }
    let file = try ResumableFile(for: path, source: "s")
    #expect(file.byteCount == 2 && file.version == version && file.earlierByteCount == 2)
    try file.append([3, 4])
    try file.finish()
    let next = try ResumableFile(for: path, source: "s")
    #expect(next.byteCount == 0 && next.version == nil)
  }

  @Test("is the user's own file, and none that somebody else has put there")
  func strangers() throws {
    symlink("/tmp/elsewhere", path + ".part")
    #expect(message { _ = try ResumableFile(for: path, source: "s") }?.contains("symbolic link") == true)
    unlink(path + ".part")
    mkfifo(path + ".part", 0o600)
    #expect(message { _ = try ResumableFile(for: path, source: "s") }?.contains("No such device") == true)
    let reader = open(path + ".part", O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(message { _ = try ResumableFile(for: path, source: "s") }?.contains("not the user's own") == true)
    unlink(path + ".part")
    symlink("/tmp/elsewhere", path + ".part.note")
    do {
      let file = try ResumableFile(for: path, source: "s")
      try file.restart(version)
    }
    #expect(folder.names == [])
  }

  @Test("has the mode of any new file")
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

  @Test("says why it cannot be written")
  func errors() throws {
    let nowhere = message { _ = try ResumableFile(for: "\(folder.path)/no/f", source: "s") }
    #expect(nowhere == "cannot open the file \(folder.path)/no/f.part: No such file or directory")
    let full = Descriptor(owning: open("/dev/full", O_WRONLY))
    #expect(message { try full.write([1]) } == "cannot write the file: No space left on device")
    mkdir(path, 0o700)
    defer { rmdir(path) }
    let file = try ResumableFile(for: path, source: "s")
    #expect(message { try file.finish() } == "cannot put the file in its place: Is a directory")
  }
}
