#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// How a program ends. The numbers above 63 are those of `sysexits.h`.
public enum ExitCode: Int32, Sendable {
  /// It did what it was told.
  case success = 0
  /// It was refused, or what it needs is not there.
  case failure = 1
  /// The command line is wrong.
  case usage = 64
  /// The server cannot be reached.
  case unavailable = 69

  /// Ends the program.
  public func exit() -> Never {
    #if canImport(Glibc)
      Glibc.exit(rawValue)
    #elseif canImport(Musl)
      Musl.exit(rawValue)
    #endif
  }
}
