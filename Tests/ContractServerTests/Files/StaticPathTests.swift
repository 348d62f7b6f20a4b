import Contract
import Testing

@testable import ContractServer

@Suite("Paths of static files")
struct StaticPathTests {
  static let served: [(String, [String])] = [
    ("a.txt", ["a.txt"]), ("a/b/c.txt", ["a", "b", "c.txt"]), ("a%20b.txt", ["a b.txt"]), ("gr%C3%BCn", ["grün"]),
    ("a..b", ["a..b"]), ("a.", ["a."]), ("...a", ["...a"]), ("%41", ["A"]), ("a+b", ["a+b"]), ("a:b", ["a:b"]),
  ]

  @Test("A path is divided into decoded segments", arguments: served)
  func parsing(encoded: String, segments: [String]) {
    let path = StaticPath(ArraySlice(encoded.utf8), hasSlash: true, dotFiles: true)
    #expect(path?.segments == segments && path?.isFolder == false)
  }

  @Test("A path with a slash at its end denotes a folder")
  func folder() {
    let path = StaticPath(ArraySlice("a/".utf8), hasSlash: true, dotFiles: true)
    #expect(path?.segments == ["a"] && path?.isFolder == true)
  }

  @Test(
    "A path that could leave the folder is refused",
    arguments: [
      "..", "../a", "a/..", "a/../b", "../", "a/../../etc/passwd", ".", "./a", "a/.", "a/./b",
      "%2e%2e", "%2E%2E/a", ".%2e/a", "%2e./a", "%2e", "..%2fa", "..%2Fa", "%2e%2e%2fa", "a%2fb", "a%2F..%2F..%2Fb",
      "%2fetc/passwd", "/etc/passwd", "//etc/passwd", "a//b", "a//", "/",
      "..\\a", "..%5ca", "a%5C..%5Cb", "%5c", "\\\\host\\share", "a\\b",
      "a%00", "a%00.txt", "%00", "a\0b", "..%00/",
      "%c0%ae%c0%ae/a", "%c0%af", "%e0%80%af", "%ff", "%", "%2", "%zz", "a%",
    ])
  func traversal(encoded: String) {
    #expect(StaticPath(ArraySlice(encoded.utf8), hasSlash: true, dotFiles: true) == nil)
  }

  @Test("A dot file is served only if configured", arguments: [".env", ".git/config", "a/.b/c", "%2eenv"])
  func dotFiles(encoded: String) {
    #expect(StaticPath(ArraySlice(encoded.utf8), hasSlash: true, dotFiles: false) == nil)
    #expect(StaticPath(ArraySlice(encoded.utf8), hasSlash: true, dotFiles: true) != nil)
  }

  @Test("A file with a dot inside its name is always served")
  func dotInside() {
    #expect(StaticPath(ArraySlice("a.b".utf8), hasSlash: true, dotFiles: false) != nil)
    #expect(StaticPath(ArraySlice("a.b".utf8), hasSlash: true, dotFiles: true) != nil)
  }

  @Test("An empty path denotes the folder itself, with or without a slash", arguments: [true, false])
  func empty(hasSlash: Bool) {
    let path = StaticPath([], hasSlash: hasSlash, dotFiles: false)
    #expect(path?.segments == [] && path?.isFolder == hasSlash && path?.appending("index.html") == "index.html")
  }
}
