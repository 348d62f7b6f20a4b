import Glibc

/// Makes calls to the system fail from now on. Only for tests in a separate process, because this cannot be undone.
///
/// Each function returns false if the system does not allow a process to filter its own calls.
enum CallRefusal {
  #if arch(x86_64)
    private static let (control, sync, filter): (UInt32, UInt32, Int) = (233, 74, 317)
  #elseif arch(arm64)
    private static let (control, sync, filter): (UInt32, UInt32, Int) = (21, 82, 277)
  #endif
  /// True if the kernel has filters of system calls.
  static var isAvailable: Bool { access("/proc/sys/kernel/seccomp/actions_avail", R_OK) == 0 }

  // The operations of a step: load a part of the call's record, compare, return a result.
  private static let (load, equals, give): (UInt16, UInt16, UInt16) = (0x20, 0x15, 0x06)

  /// Makes every `epoll_ctl` that adds or changes a descriptor fail, as in a kernel without free watches.
  static func beginWatching(_ code: Int32) -> Bool {
    let remove: UInt32 = 2
    // The call's record has its number at offset 0, and the low half of its second argument at 24.
    return begin([
      step(load, 0), step(equals, control, no: 2), step(load, 24), step(equals, remove, no: 1),
      step(give, 0x7FFF_0000), step(give, 0x0005_0000 | UInt32(code)),
    ])
  }

  /// Makes every `fsync` fail, as with a broken disk.
  static func beginSyncing(_ code: Int32) -> Bool {
    begin([
      step(load, 0), step(equals, sync, no: 1), step(give, 0x0005_0000 | UInt32(code)), step(give, 0x7FFF_0000),
    ])
  }

  private static func begin(_ program: [UInt64]) -> Bool {
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    typealias Call = @convention(c) (Int, UInt, UInt, UnsafeRawPointer) -> Int
    guard let control = dlsym(nil, "prctl"), let call = dlsym(nil, "syscall") else { return false }
    // SAFETY: both functions receive their arguments in registers, however many there are.
    let (prctl, syscall) = (unsafeBitCast(control, to: Control.self), unsafeBitCast(call, to: Call.self))
    let noNewPrivileges: Int32 = 38
    guard prctl(noNewPrivileges, 1, 0, 0, 0) == 0 else { return false }
    return program.withUnsafeBufferPointer { steps in
      var record: (UInt, UnsafeRawPointer) = (UInt(steps.count), UnsafeRawPointer(steps.baseAddress!))
      let (setFilter, allThreads): (UInt, UInt) = (1, 1)
      return syscall(filter, setFilter, allThreads, &record) == 0
    }
  }

  /// One step of a filter (`struct sock_filter`): the operation, the jump if the condition is false, and the operand.
  private static func step(_ code: UInt16, _ operand: UInt32, no: UInt8 = 0) -> UInt64 {
    UInt64(code) | UInt64(no) << 24 | UInt64(operand) << 32
  }
}
