@_exported public import Contract
