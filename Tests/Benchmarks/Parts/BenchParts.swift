internal import BenchmarkTodos

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The measurements of `Scripts/bench` without a network.
///
/// `bench-parts samples FOLDER` writes the transferred content to files, `bench-parts json ROUNDS` times the coders,
/// `bench-parts repeat CASE TIMES` runs one for callgrind, `bench-parts routes ROUNDS` times the search for a route,
/// and `bench-parts documents ROUNDS` times OpenAPI documents.
@main
struct BenchParts {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    do {
      switch (arguments.first, arguments.count) {
      case ("samples", 2): try Samples.write(into: CommandLine.arguments[2])
      case ("json", 2): try CodecRace(rounds: Int(CommandLine.arguments[2]) ?? 1).run()
      case ("repeat", 3):
        try CodecRace.repeating(CommandLine.arguments[2], times: Int(CommandLine.arguments[3]) ?? 1)
      case ("routes", 2): try await RouteRace(rounds: Int(CommandLine.arguments[2]) ?? 1).run()
      case ("documents", 2): try DocumentRace(rounds: Int(CommandLine.arguments[2]) ?? 1).run()
      default:
        print("usage: bench-parts samples FOLDER | json ROUNDS | repeat CASE TIMES | routes ROUNDS | documents ROUNDS")
        exit(64)
      }
    } catch {
      print("bench-parts: \(error)")
      exit(1)
    }
  }
}
