import ContractHTTP
import Glibc
import Testing

@Suite("Open files")
struct OpenFileTests {
  @Test(
    "Closing is slow for a large file without a name",
    arguments: [(4 << 20, true, false), (4 << 20 + 1, true, true), (64 << 20, false, false)])
  func closing(size: Int, isRemoved: Bool, isSlow: Bool) throws {
    let folder = FileStreamTests.Folder()
    let path = folder.path + "/a"
    let files = [try OpenFile(creating: path), try OpenFile(updating: path)]
    try files[0].truncate(to: size)
    if isRemoved { FileNames.remove(path) }
    for file in files { #expect(file.freesManyBytes == isSlow) }
    let unnamed = try OpenFile(unnamedIn: folder.path)
    try unnamed.truncate(to: size)
    #expect(unnamed.freesManyBytes == (size > 4 << 20))
  }

  @Test("A large file without a name is closed after its release", .timeLimit(.minutes(1)))
  func closed() async throws {
    let folder = FileStreamTests.Folder()
    let path = folder.path + "/a"
    var released: OpenFile? = try OpenFile(creating: path)
    try released?.truncate(to: 64 << 20)
    let other = try OpenFile(updating: path)
    FileNames.remove(path)
    #expect(released?.lock() == true && !other.lock())
    released = nil
    // The lock ends when another thread closes the file.
    while !other.lock() { await Task.yield() }
  }
}
