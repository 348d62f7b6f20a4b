internal import CPosix

/// The events that a registration requests from epoll. They are level-triggered unless ``edgeTriggered`` is included.
/// Hang-ups and errors are always reported.
package struct Interest: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Readable data, a connection to accept, or the end of the stream (EPOLLIN).
  package static let read = Interest(rawValue: EPOLLIN.rawValue)
  /// Space to send (EPOLLOUT).
  package static let write = Interest(rawValue: EPOLLOUT.rawValue)
  /// The peer closed its sending side (EPOLLRDHUP), reported without a read.
  package static let peerClosed = Interest(rawValue: EPOLLRDHUP.rawValue)
  /// Report only changes (EPOLLET). The handler must continue until a call would block.
  package static let edgeTriggered = Interest(rawValue: EPOLLET.rawValue)
  /// Wake only some of the loops that share a listener (EPOLLEXCLUSIVE). Can be combined only with ``read``, ``write``
  /// and ``edgeTriggered``; the kernel rejects ``peerClosed``.
  package static let exclusive = Interest(rawValue: EPOLLEXCLUSIVE.rawValue)
}

// These functions replace the default implementations of the protocol, which are generic and look up metadata and witnesses on
// each call.
extension Interest {
  package static func == (left: Interest, right: Interest) -> Bool { left.rawValue == right.rawValue }

  package var isEmpty: Bool { rawValue == 0 }

  package func contains(_ other: Interest) -> Bool { rawValue & other.rawValue == other.rawValue }

  package func isSuperset(of other: Interest) -> Bool { contains(other) }

  package func union(_ other: Interest) -> Interest { Interest(rawValue: rawValue | other.rawValue) }
}

/// The events reported by epoll.
package struct ReadyEvents: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Readable data, a connection to accept, or the end of the stream.
  package static let read = ReadyEvents(rawValue: EPOLLIN.rawValue)
  /// Space to send.
  package static let write = ReadyEvents(rawValue: EPOLLOUT.rawValue)
  /// The peer closed its sending side.
  package static let peerClosed = ReadyEvents(rawValue: EPOLLRDHUP.rawValue)
  /// Both directions are closed.
  package static let hangUp = ReadyEvents(rawValue: EPOLLHUP.rawValue)
  /// The socket has an error, which the next call reports.
  package static let error = ReadyEvents(rawValue: EPOLLERR.rawValue)
}

extension ReadyEvents {
  package var isEmpty: Bool { rawValue == 0 }

  package func contains(_ other: ReadyEvents) -> Bool { rawValue & other.rawValue == other.rawValue }
}

/// A handler for readiness events, called on the loop's thread.
package protocol LoopHandler: AnyObject {
  func ready(_ events: ReadyEvents, on loop: ContractLoop)
}

/// A descriptor's registration, from ``ContractLoop/register(_:_:handler:)`` to ``ContractLoop/deregister(_:)``.
package struct Registration: Hashable, Sendable {
  let slot: UInt32
  let generation: UInt32
  /// The registered descriptor.
  package let descriptor: Int32

  /// The data that epoll returns with each event. The generation reveals events for a slot that has been reused.
  var data: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
