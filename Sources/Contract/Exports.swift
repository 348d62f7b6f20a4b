@_exported public import ContractCoding
@_exported public import ContractHTTP
