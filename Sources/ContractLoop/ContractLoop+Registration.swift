#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

// These functions are called only on the loop's thread. The loop holds a handler until its registration ends or the
// loop stops. The descriptor belongs to the caller, who deregisters it before closing it.
extension ContractLoop {
  /// The number of registered descriptors.
  package var registrationCount: Int { registrations.count }

  /// Registers `handler` for readiness events of `descriptor`.
  package func register(
    _ descriptor: Int32, _ interest: Interest, handler: any LoopHandler
  ) throws(SystemError) -> Registration {
    assertCurrent()
    guard descriptor >= 0 else { throw SystemError(EBADF, "epoll_ctl") }
    let registration = registrations.insert(descriptor, interest, handler: handler)
    var result = epoll.add(descriptor, interest, data: registration.data)
    // A duplicate of an earlier descriptor with this number keeps the old entry in epoll. The new registration takes over this
    // entry.
    if result == -EEXIST, !registrations.owns(descriptor) {
      result = epoll.modify(descriptor, interest, data: registration.data)
    }
    if result < 0 {
      _ = registrations.remove(registration)
      throw SystemError(-result, "epoll_ctl", on: "descriptor \(descriptor)")
    }
    registrations.claimDescriptor(of: registration)
    return registration
  }

  /// Changes the interest, without a system call if it is unchanged. Throws EBADF when the registration has ended.
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

  /// The interest of a registration whose entry in epoll was removed and could not be added again. It differs from every
  /// interest that is requested, so that the next modification tries again.
  private static let noEntry = Interest.exclusive

  private func change(_ registration: Registration, from current: Interest, to interest: Interest) -> Int32 {
    let descriptor = registration.descriptor
    guard current.contains(.exclusive) || interest.contains(.exclusive) else {
      return epoll.modify(descriptor, interest, data: registration.data)
    }
    // The entry is removed and added again, because the kernel does not support modification of exclusive entries.
    if current != Self.noEntry {
      let removed = epoll.remove(descriptor)
      guard removed >= 0 else { return removed }
    }
    let added = epoll.add(descriptor, interest, data: registration.data)
    if added < 0 { registrations.setInterest(Self.noEntry, of: registration) }
    return added
  }

  /// Ends a registration and drops its pending events. Repeated calls have no effect.
  package func deregister(_ registration: Registration) {
    assertCurrent()
    let removed = registrations.remove(registration)
    // The error is ignored: it means that the descriptor is already closed, and closing has removed the entry from epoll.
    if removed.isKnown { _ = epoll.remove(registration.descriptor) }
  }

  func assertCurrent(_ function: StaticString = #function) {
    assert(isCurrent, "\(function) called outside the loop's thread")
  }
}
