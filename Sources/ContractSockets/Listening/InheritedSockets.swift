internal import CPosix
internal import ContractHTTP
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The descriptors that the process was started with (sd_listen_fds(3)), until listeners take them.
final class InheritedSockets: Sendable {
  struct Entry: Hashable, Sendable {
    let raw: Int32
    /// Empty when the service manager gives none.
    let name: String
  }

  private let entries: Lock<[Entry]>

  /// Those of this process, read when they are asked for first. The variables are removed then, so that no program that
  /// this one starts takes them for its own.
  static let ofProcess: InheritedSockets = {
    let names = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"]
    let values = names.map { name in getenv(name).map { String(cString: $0) } }
    for name in names + ["LISTEN_PIDFDID"] { unsetenv(name) }
    return InheritedSockets(descriptors: values[0], process: values[1], names: values[2], own: getpid())
  }()

  /// - Parameters:
  ///   - descriptors: `LISTEN_FDS`, how many there are.
  ///   - process: `LISTEN_PID`, the process that they are for.
  ///   - names: `LISTEN_FDNAMES`, with colons between.
  ///   - own: the number of this process.
  ///   - first: the first descriptor.
  init(descriptors: String?, process: String?, names: String?, own: Int32, first: Int32 = 3) {
    guard let count = descriptors.flatMap({ Int32($0) }), let process = process.flatMap({ Int32($0) }), process == own,
      count > 0, count <= 1 << 16
    else {
      entries = Lock([])
      return
    }
    let names = names.map { $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init) } ?? []
    var found: [Entry] = []
    for index in 0..<count {
      // What is not open was never handed over.
      guard contract_set_close_on_exec(first + index) >= 0 else { continue }
      found.append(Entry(raw: first + index, name: Int(index) < names.count ? names[Int(index)] : ""))
    }
    entries = Lock(found)
  }

  /// Takes those with a name, or all that are left.
  func take(_ name: String?) -> [Entry] {
    entries.withLock { entries in
      let taken = entries.filter { name == nil || $0.name == name }
      entries.removeAll { name == nil || $0.name == name }
      return taken
    }
  }

  /// Gives back what could not be used, so that another start finds it where it was.
  func giveBack(_ returned: [Entry]) {
    entries.withLock { $0 = ($0 + returned).sorted { $0.raw < $1.raw } }
  }

  /// The names of what is left, for errors.
  var names: [String] { entries.withLock { $0.map(\.name) } }

  /// Throws unless a descriptor is a stream socket that listens, and readies it for the loops.
  static func prepare(_ entry: Entry) throws(ServerError) {
    let place = entry.name.isEmpty ? "descriptor \(entry.raw)" : "descriptor \(entry.raw) (\(entry.name))"
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
          "the inherited \(place) is no stream socket that listens; give ListenStream= with Accept=no to the socket unit"
        )
      }
      try Syscalls.setNonBlocking(entry.raw)
      if family != AF_UNIX { try ListeningSockets.ready(entry.raw) }
    } catch let error as SystemError where error.code == ENOTSOCK {
      throw ServerError(.notASocket, "the inherited \(place) is no socket; give ListenStream= to the socket unit")
    } catch let error as SystemError {
      throw ServerError(.system, "cannot listen on the inherited \(place): \(error.description)")
    } catch let error as ServerError {
      throw error
    } catch {
      throw ServerError(.system, "cannot listen on the inherited \(place): \(error)")
    }
  }
}
