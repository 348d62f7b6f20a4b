import Glibc
import Testing

/// The messages of the compiler for source that imports `Contract`.
struct Compilation {
  /// Errors and warnings in the order of the source, each as `line:column error: text`; `generated` instead of line and
  /// column for generated code. Equal messages at one location are listed once.
  let messages: [String]

  /// The errors at locations of the source, each as `line: text`.
  var errors: [String] {
    messages.compactMap { message in
      guard let mark = message.firstRange(of: " error: "), !message.hasPrefix("generated") else { return nil }
      return message.prefix { $0 != ":" } + ": " + message[mark.upperBound...]
    }
  }

  /// - Parameter generatesCode: whether to compile the functions of generated members as well, some of which the compiler
  ///   checks only then.
  init(of source: String, mode: Int = 6, generatesCode: Bool = false) throws {
    let file = try TemporaryFile(source)
    let output = try Self.run(
      "\(Self.command) \(generatesCode ? "-c -o /dev/null" : "-typecheck") -swift-version \(mode) \(file.path) 2>&1")
    let messages = output.split(separator: "\n").compactMap { Message($0, in: file.path) }
    // Generated code repeats a type from the source at the same location, so the compiler repeats the errors of the
    // type.
    var seen: Set<String> = []
    self.messages = messages.sorted { $0 < $1 }.map(\.text).filter { seen.insert($0).inserted }
    if messages.isEmpty { #expect(output == "") }
  }

  /// The folder of the build that these tests belong to.
  private static let build = String(CommandLine.arguments[0].prefix(upTo: folderEnd))

  private static var folderEnd: String.Index {
    let path = CommandLine.arguments[0]
    return path.lastIndex(of: "/") ?? path.startIndex
  }

  private static var command: String {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let maps = [
      "\(build)/CPosix.build/module.modulemap", "/\(package)/Sources/CZlib/module.modulemap",
      "/\(package)/Sources/CCurl/module.modulemap",
    ]
    return "swiftc -parse-as-library -no-color-diagnostics -I \(build)/Modules"
      + " -load-plugin-executable \(build)/ContractMacros-tool#ContractMacros"
      + maps.map { " -Xcc -fmodule-map-file=\($0)" }.joined()
  }

  private static func run(_ command: String) throws -> String {
    let pipe = try #require(popen(command, "r"))
    defer { pclose(pipe) }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { output += chunk[..<count] }
    return String(decoding: output, as: UTF8.self)
  }
}

extension Compilation {
  /// One error or warning.
  private struct Message: Comparable {
    let line: Int
    let column: Int
    let text: String

    /// The message in a line of output; nil for notes and for the source that is shown.
    init?(_ line: Substring, in path: String) {
      let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 5, [" error", " warning"].contains(parts[3]), let number = Int(parts[1]),
        let column = Int(parts[2])
      else { return nil }
      let isGenerated = parts[0] != path
      // The macro's name after the message belongs to the same location.
      let sentence = parts[4].firstRange(of: " (from macro '").map { parts[4][..<$0.lowerBound] } ?? parts[4][...]
      self.line = isGenerated ? .max : number
      self.column = column
      self.text = (isGenerated ? "generated" : "\(number):\(column)") + parts[3] + ":" + sentence
    }

    static func < (left: Self, right: Self) -> Bool {
      (left.line, left.column, left.text) < (right.line, right.column, right.text)
    }
  }
}

/// A source file that is removed with the value.
private final class TemporaryFile {
  let path: String
  private let folder: String

  init(_ text: String) throws {
    self.folder = "/tmp/contract-tests-\(UInt64.random(in: 0...UInt64.max))"
    try #require(mkdir(folder, 0o700) == 0)
    self.path = folder + "/Source.swift"
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
  }

  deinit {
    unlink(path)
    rmdir(folder)
  }
}
