import CCurl
import Glibc

/// The allocator of the memory that libcurl uses.
enum LibraryMemory {
  /// True if AddressSanitizer allocates the memory of libcurl: freed memory is quarantined, and functions of the C
  /// library that access it end the process with a report.
  static var isChecked: Bool {
    guard let symbol = dlsym(nil, "__sanitizer_get_ownership"), let list = curl_slist_append(nil, "x") else {
      return false
    }
    defer { curl_slist_free_all(list) }
    // SAFETY: that is the function's type in <sanitizer/allocator_interface.h>; it examines only the address.
    let owns = unsafeBitCast(symbol, to: (@convention(c) (UnsafeRawPointer) -> CInt).self)
    return owns(UnsafeRawPointer(list)) == 1
  }
}
