@_exported public import ContractClient
@_exported public import ContractOpenAPI
@_exported public import ContractServer
