import CCurl
import Glibc

/// Whose memory libcurl works in.
enum LibraryMemory {
  /// True when AddressSanitizer hands out what libcurl allocates: what it frees is kept out of reach for long, and functions
  /// of the C library that are given it end the process with a report.
  static var isChecked: Bool {
    guard let symbol = dlsym(nil, "__sanitizer_get_ownership"), let list = curl_slist_append(nil, "x") else {
      return false
    }
    defer { curl_slist_free_all(list) }
    // SAFETY: that is the function's type in <sanitizer/allocator_interface.h>; it looks at the address alone.
    let owns = unsafeBitCast(symbol, to: (@convention(c) (UnsafeRawPointer) -> CInt).self)
    return owns(UnsafeRawPointer(list)) == 1
  }
}
