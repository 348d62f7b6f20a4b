#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The exit status of a program. The numbers above 63 are those of `sysexits.h`.
public enum ExitCode: Int32, Sendable {
  /// The command succeeded.
  case success = 0
  /// The request was refused, or a required resource is missing.
  case failure = 1
  /// The command line is invalid.
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
