internal import CCurl

// SAFETY: libcurl calls these functions on the loop's thread, between `curl_multi_add_handle` and `curl_multi_remove_handle`,
// with the handle given in `setUp` and a buffer of `size * count` bytes.

/// Returns the size of libcurl's buffer; 0, which libcurl treats as an error, if it overflows or is negative.
private func byteCount(_ size: Int, _ count: Int) -> Int {
  let (bytes, isTooLarge) = size.multipliedReportingOverflow(by: count)
  return isTooLarge ? 0 : max(0, bytes)
}

let onHeadLine: contract_curl_data_function = { bytes, size, count, context in
  let line = UnsafeRawBufferPointer(start: bytes, count: byteCount(size, count))
  let isAccepted = withTransfer(context) { transfer, handle in
    guard transfer.receiveHeadLine(line) else { return false }
    if handle.preview.isOn { handle.preview.end(after: line, isHeadComplete: transfer.isHeadComplete) }
    return true
  }
  return isAccepted == true ? line.count : 0
}

/// Calls `body` with the transfer of a handle. The handle retains the transfer until libcurl has returned the handle.
@inline(__always)
private func withTransfer<Result>(
  _ context: UnsafeMutableRawPointer?, _ body: (Transfer, CurlHandle) -> Result
) -> Result? {
  LibraryContext.with(context, as: CurlHandle.self) { handle in
    handle.lentTransfer.map { $0._withUnsafeGuaranteedRef { body($0, handle) } }
  } ?? nil
}

let onBegin: contract_curl_begin_function = { context, _, _, _, port in
  let mayBegin = withTransfer(context) { transfer, handle in
    handle.beginCount += 1
    guard transfer.engine.mayBegin(transfer, at: port) else { return false }
    if CurlLibrary.current.keepsLastField { handle.preview.begin() }
    return true
  }
  // 0 continues, 1 aborts.
  return mayBegin == true ? 0 : 1
}

let onContent: contract_curl_data_function = { bytes, size, count, context in
  let start = UnsafeRawPointer(bytes)?.assumingMemoryBound(to: UInt8.self)
  let chunk = UnsafeBufferPointer(start: start, count: byteCount(size, count))
  let result = withTransfer(context) { transfer, handle in
    guard handle.preview.isOn else {
      let chunkResult = transfer.receiveContent(chunk)
      if transfer.reception.content.hasSurplus { handle.endConnectionAfterTransfer() }
      return chunkResult
    }
    return handle.preview.allows(chunk) || transfer.abort(.foldedFirstLine) ? .accepted : .aborted
  }
  switch result {
  case .accepted: return chunk.count
  case .postponed: return contract_curl_writefunc_pause
  // 0 aborts the transfer, except for an empty chunk, where 0 means success.
  case .aborted, nil: return 0
  }
}

let onRead: contract_curl_data_function = { bytes, size, count, context in
  let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: byteCount(size, count))
  let count: Int?? = withTransfer(context) { transfer, _ in transfer.upload?.read(into: buffer) }
  return (count ?? nil) ?? contract_curl_readfunc_abort
}

let onTrailer: contract_curl_trailer_function = { lines, context in
  let digest: String?? = withTransfer(context) { transfer, _ in transfer.upload?.contentDigest }
  // Without a digest, no trailer is added, and the receiver finds that the digest is missing. libcurl frees the list.
  guard let digest = digest ?? nil else { return contract_curl_trailerfunc_ok }
  guard let line = curl_slist_append(nil, "Content-Digest: " + digest) else { return contract_curl_trailerfunc_abort }
  lines.pointee = line
  return contract_curl_trailerfunc_ok
}

let onSeek: contract_curl_seek_function = { context, offset, origin in
  let isDone = withTransfer(context) { transfer, _ in
    origin == SEEK_SET && transfer.upload?.seek(to: Int(offset)) == true
  }
  return isDone == true ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}
