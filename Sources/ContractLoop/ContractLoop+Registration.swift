internal import CPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

// Loop thread only. A handler is held until it is deregistered or the loop stops; the descriptor stays its owner's,
// who deregisters before closing it.
extension ContractLoop {
  /// How many descriptors are registered.
  package var registrationCount: Int { registrations.count }

  /// Reports the readiness of `descriptor` to `handler`.
  package func register(
    _ descriptor: Int32, _ interest: Interest, handler: any LoopHandler
  ) throws(SystemError) -> Registration {
    assertCurrent()
    guard descriptor >= 0 else { throw SystemError(EBADF, "epoll_ctl") }
    let registration = registrations.insert(descriptor, interest, handler: handler)
    var result = contract_epoll_add(epoll.raw, descriptor, interest.rawValue, registration.data)
    // What a copy of the descriptor has kept in epoll beyond its registration is taken over.
    if result == -EEXIST, !registrations.owns(descriptor) {
      result = contract_epoll_modify(epoll.raw, descriptor, interest.rawValue, registration.data)
    }
    if result < 0 {
      _ = registrations.remove(registration)
      throw SystemError(-result, "epoll_ctl", on: "descriptor \(descriptor)")
    }
    registrations.claimDescriptor(of: registration)
    return registration
  }

  /// Changes the interest; no system call when it is the same. Throws EBADF when the registration is over.
  package func modify(_ registration: Registration, _ interest: Interest) throws(SystemError) {
    assertCurrent()
    guard let current = registrations.interest(of: registration) else {
      throw SystemError(EBADF, "epoll_ctl", on: "descriptor \(registration.descriptor)")
    }
    guard current != interest else { return }
    let result = change(registration, from: current, to: interest)
    if result < 0 { throw SystemError(-result, "epoll_ctl", on: "descriptor \(registration.descriptor)") }
    registrations.setInterest(interest, of: registration)
  }

  private func change(_ registration: Registration, from current: Interest, to interest: Interest) -> Int32 {
    let descriptor = registration.descriptor
    guard current.contains(.exclusive) || interest.contains(.exclusive) else {
      return contract_epoll_modify(epoll.raw, descriptor, interest.rawValue, registration.data)
    }
    // The kernel does not modify exclusive entries.
    let removed = contract_epoll_remove(epoll.raw, descriptor)
    guard removed >= 0 else { return removed }
    return contract_epoll_add(epoll.raw, descriptor, interest.rawValue, registration.data)
  }

  /// Ends a registration; events already reported for it are dropped. A second call does nothing.
  package func deregister(_ registration: Registration) {
    assertCurrent()
    let removed = registrations.remove(registration)
    // An error means that the descriptor was closed before and has left epoll by itself.
    if removed.isKnown { _ = contract_epoll_remove(epoll.raw, registration.descriptor) }
  }

  func assertCurrent(_ function: StaticString = #function) {
    assert(isCurrent, "\(function) is for the loop's own thread")
  }
}
