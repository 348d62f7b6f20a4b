internal import ContractHTTP

/// A request that the API sends: a webhook of the document, or a callback of an operation.
struct OpenAPICallback {
  /// The kind and name, such as `webhook order`.
  let name: String
  let operation: OpenAPIOperation
  /// The operation that declares the callback; nil for a webhook.
  var owner: OpenAPIOperation?

  /// The name, the method and the operation of a callback, such as `webhook order (POST)`.
  var title: String { "\(owner.map { $0.title + ", " } ?? "")\(name) (\(operation.method.rawValue))" }

  /// The text by which the requests of two versions are matched.
  var key: String { "\(owner?.key ?? "") \(name) \(operation.method.rawValue)" }
}

extension OpenAPIDocument {
  /// Returns the webhooks and callbacks in their order, and the faults of those that cannot be read. The security
  /// requirements of the document do not apply to them, because they describe the credentials of clients.
  func callbacks() -> (callbacks: [OpenAPICallback], problems: [OpenAPIDocumentError]) {
    let reader = OpenAPIDocumentReader(root)
    var found: (callbacks: [OpenAPICallback], problems: [OpenAPIDocumentError]) = ([], [])
    for (name, item) in root["webhooks"]?.members ?? [] {
      reader.read(item, "webhook \(name)", of: nil, into: &found)
    }
    for operation in operations {
      for (name, node) in operation.node["callbacks"]?.members ?? [] {
        do throws(OpenAPIDocumentError) {
          for (url, item) in try reader.references.resolve(node).members where !url.utf8.starts(with: "x-".utf8) {
            reader.read(item, "callback \(name) to \(url)", of: operation, into: &found)
          }
        } catch {
          found.problems.append(error)
        }
      }
    }
    return found
  }
}

extension OpenAPIDocumentReader {
  fileprivate func read(
    _ item: OpenAPINode, _ name: String, of owner: OpenAPIOperation?,
    into found: inout (callbacks: [OpenAPICallback], problems: [OpenAPIDocumentError])
  ) {
    do throws(OpenAPIDocumentError) {
      found.callbacks += try operations(of: item, "", []).map {
        OpenAPICallback(name: name, operation: $0, owner: owner)
      }
    } catch {
      found.problems.append(error)
    }
  }
}
