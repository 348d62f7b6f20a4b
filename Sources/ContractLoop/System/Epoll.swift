internal import CPosix

/// An epoll instance with a buffer for events and a descriptor that wakes it.
struct Epoll: ~Copyable {
  static let maxEvents = 256
  /// The data of the wake-up descriptor. No registration has this combination of generation and slot.
  static let wakeData = UInt64.max

  private let instance: Descriptor
  private let waker: Descriptor
  // SAFETY: this value owns the memory, which only `wait` and readers of the events of the last wait use.
  let events: UnsafeMutablePointer<epoll_event>

  init() throws(SystemError) {
    let instance = Descriptor(owning: try Syscalls.value("epoll_create1") { contract_epoll_create() })
    let waker = try Syscalls.eventDescriptor()
    let (epoll, wake) = (instance.raw, waker.raw)
    // The descriptor is edge-triggered: every signal is a new edge, so the counter is never read.
    _ = try Syscalls.value("epoll_ctl", on: "wake-up") {
      contract_epoll_add(epoll, wake, EPOLLIN.rawValue | EPOLLET.rawValue, Self.wakeData)
    }
    self.instance = instance
    self.waker = waker
    events = .allocate(capacity: Self.maxEvents)
  }

  deinit { events.deallocate() }

  /// Waits for events and returns their number, or a negative number after an interruption.
  func wait(milliseconds: Int32) -> Int32 {
    contract_epoll_wait(instance.raw, events, Int32(Self.maxEvents), milliseconds)
  }

  /// Ends a wait. Callable on any thread.
  func wakeUp() { _ = contract_eventfd_signal(waker.raw) }

  /// Adds a descriptor. Returns a negative error number on failure, as the other functions do.
  func add(_ descriptor: Int32, _ interest: Interest, data: UInt64) -> Int32 {
    contract_epoll_add(instance.raw, descriptor, interest.rawValue, data)
  }

  func modify(_ descriptor: Int32, _ interest: Interest, data: UInt64) -> Int32 {
    contract_epoll_modify(instance.raw, descriptor, interest.rawValue, data)
  }

  func remove(_ descriptor: Int32) -> Int32 { contract_epoll_remove(instance.raw, descriptor) }
}
