internal import BenchmarkTodos

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What `Scripts/bench` measures without a network.
///
/// `bench-parts samples FOLDER` writes the content that travels into files.
@main
struct BenchParts {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    do {
      switch (arguments.first, arguments.count) {
      case ("samples", 2): try Samples.write(into: CommandLine.arguments[2])
      default:
        print("usage: bench-parts samples FOLDER")
        exit(64)
      }
    } catch {
      print("bench-parts: \(error)")
      exit(1)
    }
  }
}
