import ContractLoop
import Glibc
import Testing

@Suite("Descriptors")
struct DescriptorTests {
  @Test(
    "Reading continues after short reads, up to the end or a limit",
    arguments: [(100, "abcdefg"), (7, "abcdefg"), (5, "abcde"), (3, "abc"), (0, "")])
  func shortReads(limit: Int, text: String) throws {
    var pair: [Int32] = [-1, -1]
    // Each read from such a socket returns at most one message.
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &pair) == 0)
    defer { close(pair[0]) }
    for message in ["abc", "defg"] {
      #expect(Descriptor.write(ArraySlice(message.utf8), to: pair[1]) == message.utf8.count)
    }
    close(pair[1])
    let bytes = try Descriptor.read(upTo: limit, from: pair[0])
    #expect(bytes == Array(text.utf8))
  }

  @Test("Reading of an endless file ends at the limit")
  func endless() throws {
    let descriptor = open("/dev/zero", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(try Descriptor.read(upTo: 10_001, from: descriptor) == [UInt8](repeating: 0, count: 10_001))
  }

  @Test("A failed read throws its errno")
  func failure() {
    #expect(throws: SystemError(EBADF, "read")) { try Descriptor.read(upTo: 1, from: -1) }
  }
}
