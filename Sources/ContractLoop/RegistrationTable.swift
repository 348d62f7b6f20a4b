/// The registrations of a loop: handlers and generations by slot, and the owners of descriptor numbers.
struct RegistrationTable {
  private struct Slot {
    var handler: (any LoopHandler)?
    var generation: UInt32
    var descriptor: Int32
    var interest: Interest
  }

  private var slots: [Slot] = []
  private var free: [UInt32] = []
  /// The slot that last registered each descriptor number, or -1. A descriptor that is closed while registered leaves
  /// epoll automatically, and its number may be registered again. The old registration must not affect the new one.
  private var owners: [Int32] = []

  /// The number of registered descriptors.
  var count: Int { slots.count - free.count }

  mutating func insert(_ descriptor: Int32, _ interest: Interest, handler: any LoopHandler) -> Registration {
    let index: UInt32
    if let reused = free.popLast() {
      index = reused
    } else {
      index = UInt32(slots.count)
      slots.append(Slot(handler: nil, generation: 0, descriptor: -1, interest: []))
    }
    slots[Int(index)].handler = handler
    slots[Int(index)].descriptor = descriptor
    slots[Int(index)].interest = interest
    return Registration(slot: index, generation: slots[Int(index)].generation, descriptor: descriptor)
  }

  /// Records that epoll knows the descriptor under this registration.
  mutating func claimDescriptor(of registration: Registration) {
    let number = Int(registration.descriptor)
    if number >= owners.count {
      owners.append(contentsOf: repeatElement(-1, count: max(number + 1, owners.count * 2) - owners.count))
    }
    owners[number] = Int32(registration.slot)
  }

  /// Frees the slot. `isKnown` is true when epoll still knows the descriptor under this registration. The handler is
  /// returned, because its deinitializer may call back into the loop while this table is being changed.
  mutating func remove(_ registration: Registration) -> (handler: (any LoopHandler)?, isKnown: Bool) {
    guard isLive(registration) else { return (nil, false) }
    let index = Int(registration.slot)
    let handler = slots[index].handler
    let isKnown = ownsDescriptor(registration)
    if isKnown { owners[Int(registration.descriptor)] = -1 }
    slots[index].handler = nil
    slots[index].generation &+= 1
    free.append(registration.slot)
    return (handler, isKnown)
  }

  /// Returns the current interest; nil when the registration has ended or its descriptor number belongs to another
  /// registration.
  func interest(of registration: Registration) -> Interest? {
    guard isLive(registration), ownsDescriptor(registration) else { return nil }
    return slots[Int(registration.slot)].interest
  }

  mutating func setInterest(_ interest: Interest, of registration: Registration) {
    slots[Int(registration.slot)].interest = interest
  }

  /// Returns the handler of an event; nil when the event is stale.
  func handler(for data: UInt64) -> (any LoopHandler)? {
    let index = Int(truncatingIfNeeded: data & 0xffff_ffff)
    guard index < slots.count, slots[index].generation == UInt32(truncatingIfNeeded: data >> 32) else { return nil }
    return slots[index].handler
  }

  /// Returns true when an active registration has this descriptor number.
  func owns(_ descriptor: Int32) -> Bool {
    owners.indices.contains(Int(descriptor)) && owners[Int(descriptor)] != -1
  }

  private func ownsDescriptor(_ registration: Registration) -> Bool {
    let number = Int(registration.descriptor)
    return owners.indices.contains(number) && owners[number] == Int32(registration.slot)
  }

  private func isLive(_ registration: Registration) -> Bool {
    let index = Int(registration.slot)
    return index < slots.count && slots[index].generation == registration.generation && slots[index].handler != nil
  }
}
