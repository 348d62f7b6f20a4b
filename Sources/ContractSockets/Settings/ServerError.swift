package import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An error that prevents a server from starting.
public struct ServerError: Error, Hashable, CustomStringConvertible {
  /// The kind of the error. New codes may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    private init(_ name: String) { self.description = name }

    /// The host is not a numeric IP address or `localhost`.
    public static let invalidHost = Code("invalidHost")
    /// The port is outside 0...65535.
    public static let invalidPort = Code("invalidPort")
    /// Another process, or another server in this process, listens on the address.
    public static let addressInUse = Code("addressInUse")
    /// The process lacks the permission; ports below 1024 require a privilege.
    public static let notPermitted = Code("notPermitted")
    /// The process has no file descriptors left.
    public static let noDescriptors = Code("noDescriptors")
    /// The path of a Unix domain socket is empty or too long.
    public static let invalidPath = Code("invalidPath")
    /// The file at the path is not a listening stream socket.
    public static let notASocket = Code("notASocket")
    /// The process inherited no socket to listen on.
    public static let nothingInherited = Code("nothingInherited")
    /// A file with certificates or a private key cannot be used.
    public static let invalidCertificate = Code("invalidCertificate")
    /// The server has no address to listen on.
    public static let nowhere = Code("nowhere")
    /// The server was started before; a server can be started once.
    public static let alreadyStarted = Code("alreadyStarted")
    /// Any other system error.
    public static let system = Code("system")
  }

  /// The kind of the error.
  public let code: Code
  /// The address, the fault, and the remedy.
  public let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  package init(_ error: SystemError, at address: String) {
    let isFile = address.hasPrefix("unix:")
    switch (error.code, isFile) {
    case (EADDRINUSE, _):
      let other = isFile ? "path" : "port (0 finds a free one)"
      self.init(.addressInUse, "\(address) is in use; stop the program that listens there or choose another \(other)")
    case (EADDRNOTAVAIL, false):
      self.init(.invalidHost, "\(address) is not an address of this machine")
    case (EPERM, false), (EACCES, false):
      self.init(.notPermitted, "no permission to listen on \(address); ports below 1024 require a privilege")
    case (EPERM, true), (EACCES, true), (EROFS, true):
      self.init(
        .notPermitted, "no permission to create \(address); allow writing to its folder, or choose another path")
    case (ENOENT, true), (ENOTDIR, true):
      self.init(.invalidPath, "the folder of \(address) does not exist; create it first")
    case (ENFILE, _), (EMFILE, _):
      self.init(.noDescriptors, "no file descriptors left to listen on \(address); raise the limit (ulimit -n)")
    default:
      self.init(.system, "cannot listen on \(address): \(error.description)")
    }
  }
}
