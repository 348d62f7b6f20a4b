internal import ContractClient
internal import Etcd
internal import FoundationEssentials
internal import Glibc

/// A command with its arguments.
enum Command: Equatable {
  case get(String)
  case put(String, String, lease: Int64?)
  case list(prefix: String)
  case delete(String)
  case replace(String, old: String, new: String)
  case lease(seconds: Int64)
  case revoke(Int64)
  case keepAlive(Int64)
  case watch(prefix: String, count: Int?)
  case snapshot(file: String)

  static let usage = """
    usage: etcdkv COMMAND

      get KEY                    print the value
      put KEY VALUE [LEASE]      store a value, until the lease ends
      list PREFIX                print all keys with the prefix, and their values
      delete KEY
      replace KEY OLD NEW        store NEW if the value is OLD
      lease SECONDS              grant a lease, and print its number
      keep-alive LEASE           extend a lease by its whole time
      revoke LEASE
      watch PREFIX [COUNT]       print changes, until COUNT have happened
      snapshot FILE              write a copy of the whole store, for `etcdctl snapshot restore`

    ETCD_URL is the server, http://127.0.0.1:2379 by default; ETCD_USER is name:password.
    """

  init(_ arguments: [String]) throws(UsageError) {
    let name = arguments.first ?? ""
    let rest = Array(arguments.dropFirst())
    switch (name, rest.count) {
    case ("get", 1): self = .get(rest[0])
    case ("put", 2): self = .put(rest[0], rest[1], lease: nil)
    case ("put", 3): self = .put(rest[0], rest[1], lease: try Self.number(rest[2]))
    case ("list", 1): self = .list(prefix: rest[0])
    case ("delete", 1): self = .delete(rest[0])
    case ("replace", 3): self = .replace(rest[0], old: rest[1], new: rest[2])
    case ("lease", 1): self = .lease(seconds: try Self.number(rest[0]))
    case ("keep-alive", 1): self = .keepAlive(try Self.number(rest[0]))
    case ("revoke", 1): self = .revoke(try Self.number(rest[0]))
    case ("watch", 1): self = .watch(prefix: rest[0], count: nil)
    case ("watch", 2): self = .watch(prefix: rest[0], count: Int(try Self.number(rest[1])))
    case ("snapshot", 1): self = .snapshot(file: rest[0])
    default: throw UsageError(message: name.isEmpty ? "no command" : "`\(name)` is unknown, or has other arguments")
    }
  }

  private static func number(_ text: String) throws(UsageError) -> Int64 {
    guard let number = Int64(text), number > 0 else { throw UsageError(message: "`\(text)` is not a positive number") }
    return number
  }

  /// Executes the command and prints its result.
  func run(on etcd: Etcd) async throws {
    switch self {
    case .get(let key):
      guard let entry = try await etcd.entry(key) else { throw Missing(key: key) }
      print(entry.text)
    case .put(let key, let value, let lease):
      try await etcd.put(value, for: key, lease: lease.map(Self.lease))
    case .list(let prefix):
      for entry in try await etcd.entries(under: prefix) { print("\(entry.keyText)\t\(entry.text)") }
    case .delete(let key):
      guard try await etcd.delete(key) else { throw Missing(key: key) }
    case .replace(let key, let old, let new):
      guard try await etcd.replace(old, by: new, for: key) else { throw Changed(key: key) }
    case .lease(let seconds): print(try await etcd.grant(seconds: seconds).id)
    case .keepAlive(let id):
      guard let seconds = try await etcd.keepAlive(Self.lease(id)) else { throw Ended() }
      print("\(seconds) s")
    case .revoke(let id): try await etcd.revoke(Self.lease(id))
    case .watch(let prefix, let count): try await Self.watch(prefix, count, on: etcd)
    case .snapshot(let file):
      let count = try await Self.snapshot(of: etcd, to: file)
      print("\(count) bytes")
    }
  }

  /// Writes the parts as they arrive. The file appears when it is complete.
  private static func snapshot(of etcd: Etcd, to file: String) async throws -> Int {
    let parts = try await etcd.snapshot().map { [UInt8]($0) }
    return try await ByteStream(parts).write(to: file)
  }

  private static func watch(_ prefix: String, _ count: Int?, on etcd: Etcd) async throws {
    let events = try await etcd.watch(prefix)
    print("watching")
    fflush(nil)
    var left = count
    for try await event in events {
      print(event.type == .put ? "put\t\(event.kv.keyText)\t\(event.kv.text)" : "delete\t\(event.kv.keyText)")
      fflush(nil)
      left = left.map { $0 - 1 }
      if left == 0 { return }
    }
  }

  private static func lease(_ id: Int64) -> Lease { Lease(id: id, ttl: 0) }
}

/// The error for a key that does not exist.
struct Missing: Error, CustomStringConvertible {
  let key: String
  var description: String { "there is no key `\(key)`" }
}

/// The error for a key that has another value.
struct Changed: Error, CustomStringConvertible {
  let key: String
  var description: String { "`\(key)` has another value" }
}

/// The error for a lease that has ended.
struct Ended: Error, CustomStringConvertible {
  var description: String { "the lease has ended" }
}
