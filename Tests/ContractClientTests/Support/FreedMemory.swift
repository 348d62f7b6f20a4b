import Glibc

/// Memory that was freed.
enum FreedMemory {
  /// Overwrites memory that is freed from now on, so that reading freed memory is detected.
  static func overwrite() {
    // mallopt(3) with M_PERTURB, which the module of the C library leaves out.
    guard let function = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(function, to: (@convention(c) (Int32, Int32) -> Int32).self)(-6, 0xA5)
  }
}
