internal import ContractCoding
package import ContractHTTP

/// The response of a transfer.
package struct TransferResponse: Sendable {
  package var status: HTTPStatus
  package var fields: HTTPFields
  package var content: [UInt8]
  /// The coding that the reader of a streamed response must decode; nil for none.
  var coding: CompressionFormat?
  /// True if the head announced the length of an encoded body.
  var announcesLength = false
  package var arrival: ResponseArrival?
}
