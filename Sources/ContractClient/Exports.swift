@_exported public import Contract
@_exported public import ContractCurl
