internal import ContractHTTP
internal import ContractHTTP1

/// HTTP/1 on a connection.
///
/// It is an object, so that a connection releases its memory when another protocol replaces HTTP.
final class ConnectionHTTP {
  // SAFETY: only the loop's thread accesses the machine, and no mutating access calls back, so run-time checks of exclusive
  // access are disabled.
  @exclusivity(unchecked) var machine: ConnectionMachine

  init(limits: HTTP1Limits, memory: MessageMemory) {
    machine = ConnectionMachine(limits: limits, memory: memory)
  }
}
