import Glibc

/// Lets every `epoll_ctl` of this process fail from now on that adds or changes a descriptor, as a kernel does whose
/// watches are used up. For tests in a process of their own: nothing takes it back.
enum EpollRefusal {
  #if arch(x86_64)
    private static let (control, filter): (UInt32, Int) = (233, 317)
  #elseif arch(arm64)
    private static let (control, filter): (UInt32, Int) = (21, 277)
  #endif

  /// False where the system does not let a process filter its own calls.
  static func begin(_ code: Int32) -> Bool {
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    typealias Call = @convention(c) (Int, UInt, UInt, UnsafeRawPointer) -> Int
    guard let control = dlsym(nil, "prctl"), let call = dlsym(nil, "syscall") else { return false }
    // SAFETY: both take their arguments in registers, as many as there are.
    let (prctl, syscall) = (unsafeBitCast(control, to: Control.self), unsafeBitCast(call, to: Call.self))
    let noNewPrivileges: Int32 = 38
    guard prctl(noNewPrivileges, 1, 0, 0, 0) == 0 else { return false }
    // Of the call's record: its number at 0, the low half of its second argument at 24.
    let (load, equals, give): (UInt16, UInt16, UInt16) = (0x20, 0x15, 0x06)
    let remove: UInt32 = 2
    let program = [
      step(load, 0), step(equals, Self.control, no: 2), step(load, 24), step(equals, remove, no: 1),
      step(give, 0x7FFF_0000), step(give, 0x0005_0000 | UInt32(code)),
    ]
    return program.withUnsafeBufferPointer { steps in
      var record: (UInt, UnsafeRawPointer) = (UInt(steps.count), UnsafeRawPointer(steps.baseAddress!))
      let (setFilter, allThreads): (UInt, UInt) = (1, 1)
      return syscall(filter, setFilter, allThreads, &record) == 0
    }
  }

  /// One step of a filter (`struct sock_filter`): what to do, how far to jump when it does not hold, and with what.
  private static func step(_ code: UInt16, _ operand: UInt32, no: UInt8 = 0) -> UInt64 {
    UInt64(code) | UInt64(no) << 24 | UInt64(operand) << 32
  }
}
