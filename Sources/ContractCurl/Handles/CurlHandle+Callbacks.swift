internal import CCurl

// SAFETY: libcurl calls these on the loop's thread, between `curl_multi_add_handle` and `curl_multi_remove_handle`,
// with the handle given in `setUp` and a buffer of `size * count` bytes.

let onHeadLine: contract_curl_data_function = { bytes, size, count, context in
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  let isTaken = withTransfer(context) { transfer, handle in
    guard transfer.receiveHeadLine(line) else { return false }
    if handle.preview.isOn { handle.preview.end(after: line, isHeadComplete: transfer.parser.isComplete) }
    return true
  }
  return isTaken == true ? line.count : 0
}

/// Calls `body` with the transfer of a handle. Nobody counts references here: five lines of a head came to fifteen, each of
/// which other threads wait for. The handle keeps its transfer until libcurl has given it back.
@inline(__always)
private func withTransfer<Result>(
  _ context: UnsafeMutableRawPointer?, _ body: (Transfer, CurlHandle) -> Result
) -> Result? {
  Unmanaged<CurlHandle>.fromOpaque(context!)._withUnsafeGuaranteedRef { handle in
    handle.lentTransfer.map { $0._withUnsafeGuaranteedRef { body($0, handle) } }
  }
}

let onBegin: contract_curl_begin_function = { context, _, _, _, port in
  let mayBegin = withTransfer(context) { transfer, handle in
    handle.beginCount += 1
    guard transfer.engine.mayBegin(transfer, at: port) else { return false }
    if CurlLibrary.current.keepsLastField { handle.preview.begin() }
    return true
  }
  // 0 goes on, 1 aborts.
  return mayBegin == true ? 0 : 1
}

let onContent: contract_curl_data_function = { bytes, size, count, context in
  let start = UnsafeRawPointer(bytes)?.assumingMemoryBound(to: UInt8.self)
  let piece = UnsafeBufferPointer(start: start, count: size * count)
  let reception = withTransfer(context) { transfer, handle in
    guard handle.preview.isOn else { return transfer.receiveContent(piece) }
    return handle.preview.allows(piece) ? .taken : transfer.refuseFoldedLine()
  }
  switch reception {
  case .taken: return piece.count
  case .postponed: return contract_curl_writefunc_pause
  // For an empty piece this is the whole of it and no abort.
  case .aborted, nil: return 0
  }
}

let onRead: contract_curl_data_function = { bytes, size, count, context in
  let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
  let transfer = Unmanaged<CurlHandle>.fromOpaque(context!).takeUnretainedValue().transfer
  return transfer?.upload?.read(into: buffer) ?? contract_curl_readfunc_abort
}

let onSeek: contract_curl_seek_function = { context, offset, origin in
  let transfer = Unmanaged<CurlHandle>.fromOpaque(context!).takeUnretainedValue().transfer
  guard origin == SEEK_SET, transfer?.upload?.seek(to: Int(offset)) == true else { return CURL_SEEKFUNC_FAIL }
  return CURL_SEEKFUNC_OK
}
