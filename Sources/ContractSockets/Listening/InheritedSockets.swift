internal import CPosix
internal import ContractHTTP
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Descriptors inherited from the parent process (sd_listen_fds(3)) that no listener uses yet.
final class InheritedSockets: Sendable {
  struct Entry: Hashable, Sendable {
    let raw: Int32
    /// Empty if the service manager sets none.
    let name: String
  }

  private let entries: Lock<[Entry]>
  /// All descriptors that were inherited.
  private let all: [Entry]

  /// The descriptors of this process, read on the first access. The variables are then removed, so that child processes do not
  /// use them.
  static let ofProcess: InheritedSockets = {
    let names = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"]
    let values = names.map { name in getenv(name).map { String(cString: $0) } }
    for name in names + ["LISTEN_PIDFDID"] { unsetenv(name) }
    return InheritedSockets(descriptors: values[0], process: values[1], names: values[2], own: getpid())
  }()

  /// - Parameters:
  ///   - descriptors: `LISTEN_FDS`, their number.
  ///   - process: `LISTEN_PID`, the process that they are passed to.
  ///   - names: `LISTEN_FDNAMES`, separated by colons.
  ///   - own: the ID of this process.
  ///   - first: the first descriptor.
  init(descriptors: String?, process: String?, names: String?, own: Int32, first: Int32 = 3) {
    guard let count = descriptors.flatMap({ Int32($0) }), let process = process.flatMap({ Int32($0) }), process == own,
      count > 0, count <= 1 << 16
    else {
      all = []
      entries = Lock([])
      return
    }
    let names = names.map { $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init) } ?? []
    var found: [Entry] = []
    for index in 0..<count {
      // A descriptor that is closed was not passed.
      guard contract_set_close_on_exec(first + index) >= 0 else { continue }
      found.append(Entry(raw: first + index, name: Int(index) < names.count ? names[Int(index)] : ""))
    }
    all = found
    entries = Lock(found)
  }

  /// Returns true if a descriptor with this name, or any descriptor if nil, was inherited, even if it is already in use.
  func hadSocket(_ name: String?) -> Bool { all.contains { name == nil || $0.name == name } }

  /// Removes and returns the descriptors with a name, or all remaining ones.
  func take(_ name: String?) -> [Entry] {
    entries.withLock { entries in
      let taken = entries.filter { name == nil || $0.name == name }
      entries.removeAll { name == nil || $0.name == name }
      return taken
    }
  }

  /// Returns unused descriptors for another start.
  func giveBack(_ returned: [Entry]) {
    entries.withLock { $0 = ($0 + returned).sorted { $0.raw < $1.raw } }
  }

  /// The names of the remaining descriptors, for errors.
  var names: [String] { entries.withLock { $0.map(\.name) } }

  /// Prepares a descriptor for the loops.
  ///
  /// - Throws: an error unless it is a listening stream socket.
  static func prepare(_ entry: Entry) throws(ServerError) {
    let name = entry.name.isEmpty ? "descriptor \(entry.raw)" : "descriptor \(entry.raw) (\(entry.name))"
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    do {
      let family = try Syscalls.option(.family, of: entry.raw)
      guard try Syscalls.option(.type, of: entry.raw) == stream, [AF_INET, AF_INET6, AF_UNIX].contains(family),
        try Syscalls.option(.isListening, of: entry.raw) == 1
      else {
        throw ServerError(
          .notASocket,
          "the inherited \(name) is not a listening stream socket; set ListenStream= and Accept=no in the socket unit"
        )
      }
      try Syscalls.setNonBlocking(entry.raw)
      if family != AF_UNIX { try ListeningSockets.setConnectionOptions(on: entry.raw) }
    } catch let error as SystemError where error.code == ENOTSOCK {
      throw ServerError(.notASocket, "the inherited \(name) is not a socket; set ListenStream= in the socket unit")
    } catch let error as SystemError {
      throw ServerError(.system, "cannot listen on the inherited \(name): \(error.description)")
    } catch let error as ServerError {
      throw error
    } catch {
      throw ServerError(.system, "cannot listen on the inherited \(name): \(error)")
    }
  }
}
