internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A server could not start.
public struct ServerError: Error, Hashable, CustomStringConvertible {
  /// Why. New codes may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    private init(_ name: String) { self.description = name }

    /// The host is not a numeric IP address or `localhost`.
    public static let invalidHost = Code("invalidHost")
    /// The port is outside 0...65535.
    public static let invalidPort = Code("invalidPort")
    /// Another process, or another server of this one, listens there.
    public static let addressInUse = Code("addressInUse")
    /// The process may not listen there; ports below 1024 need a privilege.
    public static let notPermitted = Code("notPermitted")
    /// The process has no descriptors left.
    public static let noDescriptors = Code("noDescriptors")
    /// The path of a Unix domain socket is empty or too long.
    public static let invalidPath = Code("invalidPath")
    /// What is there is no socket, or none that listens for streams.
    public static let notASocket = Code("notASocket")
    /// The process was started with no socket to listen on.
    public static let nothingInherited = Code("nothingInherited")
    /// A file of a certificate, its key or its authorities cannot be used.
    public static let invalidCertificate = Code("invalidCertificate")
    /// The server was given no place to listen.
    public static let nowhere = Code("nowhere")
    /// The server is running, or was stopped; a server runs once.
    public static let alreadyStarted = Code("alreadyStarted")
    /// The system refused in another way.
    public static let system = Code("system")
  }

  /// Why.
  public let code: Code
  /// What happened, and the remedy.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  init(_ error: SystemError, at place: String) {
    if place.hasPrefix("unix:") {
      self.init(error, atFile: place)
      return
    }
    switch error.code {
    case EADDRINUSE:
      self.init(
        .addressInUse, "\(place) is in use; stop what listens there or choose another port (0 finds a free one)")
    case EADDRNOTAVAIL:
      self.init(.invalidHost, "\(place) is not an address of this machine")
    case EPERM, EACCES:
      self.init(.notPermitted, "this process may not listen on \(place); ports below 1024 need a privilege")
    case ENFILE, EMFILE:
      self.init(.noDescriptors, "no file descriptor is left to listen on \(place); raise the limit (ulimit -n)")
    default:
      self.init(.system, "cannot listen on \(place): \(error.description)")
    }
  }

  private init(_ error: SystemError, atFile place: String) {
    switch error.code {
    case EADDRINUSE:
      self.init(.addressInUse, "\(place) is in use; stop what listens there or choose another path")
    case EPERM, EACCES, EROFS:
      self.init(
        .notPermitted, "this process may not make \(place); let it write to the folder, or choose another path")
    case ENOENT, ENOTDIR:
      self.init(.invalidPath, "the folder of \(place) does not exist; make it first")
    case ENFILE, EMFILE:
      self.init(.noDescriptors, "no file descriptor is left to listen on \(place); raise the limit (ulimit -n)")
    default:
      self.init(.system, "cannot listen on \(place): \(error.description)")
    }
  }
}
