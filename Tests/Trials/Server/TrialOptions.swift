import ContractServer

/// The command line.
struct TrialOptions {
  var places: [BindAddress] = []
  var threads = 1
  var notice = Duration.zero
  var drain = Duration.seconds(10)
  var timeouts = ServerTimeouts()
  var log = "/dev/null"
  /// A folder to serve.
  var files: String?
  /// A folder for resumable uploads.
  var uploads: String?

  /// Parses the command line; nil if it is invalid.
  init?(_ arguments: some Sequence<String>) {
    var host = "127.0.0.1"
    var port: Int?
    var isShared = false
    var iterator = arguments.makeIterator()
    while let name = iterator.next() {
      if name == "--shared" {
        isShared = true
        continue
      }
      if name == "--inherited" {
        places.append(.inherited())
        continue
      }
      guard let value = iterator.next() else { return nil }
      switch name {
      case "--host": host = value
      case "--unix": places.append(.unix(value, mode: 0o660))
      case "--log": log = value
      case "--files": files = value
      case "--uploads": uploads = value
      default:
        guard let number = Int(value) else { return nil }
        switch name {
        case "--port": port = number
        case "--threads": threads = number
        case "--notice": notice = .seconds(number)
        case "--drain": drain = .seconds(number)
        case "--timeouts": timeouts = Self.timeouts(number)
        default: return nil
        }
      }
    }
    if let port { places.append(.tcp(host, port: port, shared: isShared)) }
    if places.isEmpty { return nil }
  }

  private static func timeouts(_ seconds: Int) -> ServerTimeouts {
    var timeouts = ServerTimeouts()
    timeouts.header = .seconds(seconds)
    timeouts.body = .seconds(seconds)
    timeouts.idle = .seconds(seconds)
    timeouts.write = .seconds(seconds)
    timeouts.handler = .seconds(seconds)
    timeouts.linger = .seconds(seconds)
    return timeouts
  }
}
