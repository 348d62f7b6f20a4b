import ContractClient
import ContractHTTP
import ContractTestSupport
import FoundationEssentials
import Glibc

/// `hostile-client SECONDS [--seed N] [--first N] [--count N] [--workers N] [--without PATTERN,…] [--corpus FILE] [--checked]`
/// plays servers of all kinds to one client, and reports at the end whether every call ended correctly. The seed that
/// it prints makes the same calls and responses again; `--first` and `--count` choose some of them. `--checked` refuses
/// to run if reads of freed memory by libcurl would not be detected.
@main
struct HostileClient {
  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isChecking = arguments.contains("--checked")
    arguments.removeAll { $0 == "--checked" }
    guard let settings = settings(arguments) else {
      say(
        "usage: hostile-client SECONDS [--seed N] [--first N] [--count N] [--workers N] [--without P,P] [--corpus FILE]"
          + " [--checked]")
      exit(64)
    }
    say("seed \(settings.context.seed), \(settings.context.corpus.count) responses of others")
    if !LibraryMemory.isChecked {
      say("the memory of libcurl is not checked: build with --sanitize=address")
      if isChecking { exit(1) }
    }
    // The first sleep opens the descriptor of the timers, which stays open, before the descriptors are counted.
    try? await Task.sleep(for: .milliseconds(1))
    let before = descriptors
    let run = HostileRun(settings)
    var complaintCount = 0
    do {
      complaintCount = try await run.run()
    } catch {
      say("WRONG: the run could not begin: \(error)")
      complaintCount = 1
    }
    // Threads close their descriptors when they end, and the client's thread ends by itself.
    for _ in 0..<1_000 where descriptors.count > before.count { try? await Task.sleep(for: .milliseconds(10)) }
    let left = descriptors
    if left.count > before.count {
      say("WRONG: \(left.count - before.count) descriptors are left open: \(left), and before \(before)")
      complaintCount += 1
    }
    say(run.summary)
    say(complaintCount == 0 ? "every call ended as it must" : "\(complaintCount) wrong; seed \(settings.context.seed)")
    exit(complaintCount == 0 ? 0 : 1)
  }

  /// Prints a line at once, so that nothing of it is lost when the process ends.
  static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    // SAFETY: `write` reads the bytes only during the call.
    _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  }

  private static func settings(_ arguments: [String]) -> HostileRun.Settings? {
    guard let seconds = arguments.first.flatMap(Int.init), arguments.count % 2 == 1 else { return nil }
    var context = HostileScript.Context(seed: .random(in: 0...9_999_999_999))
    var settings = HostileRun.Settings(context: context, end: .now + .seconds(seconds))
    for index in stride(from: 1, to: arguments.count, by: 2) {
      let value = arguments[index + 1]
      switch (arguments[index], Int(value)) {
      case ("--seed", _): context.seed = UInt64(value) ?? context.seed
      case ("--first", let number?): settings.first = number
      case ("--count", let number?): settings.count = number
      case ("--workers", let number?): settings.workers = number
      case ("--without", _):
        context.without = Set(value.split(separator: ",").compactMap { HostilePattern(rawValue: String($0)) })
      case ("--corpus", _): context.corpus = corpus(value)
      default: return nil
      }
    }
    settings.context = context
    return settings
  }

  private static func corpus(_ path: String) -> [[UInt8]] {
    struct File: Decodable {
      struct Case: Decodable {
        var response: Data
        enum CodingKeys: String, CodingKey { case response = "response_base64" }
      }
      var cases: [Case]
    }
    guard let bytes = try? Data(contentsOf: URL(filePath: path)),
      let file = try? JSONDecoder().decode(File.self, from: bytes)
    else { return [] }
    return file.cases.map { Array($0.response) }
  }

  /// The open descriptors by number, except the timers that libdispatch creates at the first wait with a clock. The
  /// client uses none of them.
  private static var descriptors: [String] {
    let files = FileManager.default
    let numbers = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    // The descriptor with which the folder was read is closed by now, so its link cannot be read.
    return numbers.sorted().compactMap { number in
      guard let target = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)") else { return nil }
      return target.hasSuffix("[timerfd]") ? nil : "\(number) \(target)"
    }
  }
}
