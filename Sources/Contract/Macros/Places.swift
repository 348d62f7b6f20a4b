// Where a parameter of a contract function travels. Each name stands for the type in it, so that a service and a caller
// write plain types. A parameter without a place goes where its name and the verb say: into the path when the path has
// a placeholder of that name, else into the query for GET, HEAD and DELETE, else into the body as a field.

/// A value in the path: `@GET("/todos/:id") func todo(id: Path<Int>) async throws -> Todo`.
///
/// The path must have a placeholder with the parameter's name. The value travels percent-encoded as one segment
/// (RFC 3986 §3.3); an empty value, `.` and `..` are refused before sending.
public typealias Path<Value> = Value

/// A value in the query: `@POST("/todos") func create(title: String, notify: Query<Bool>) async throws -> Todo`.
///
/// nil and empty arrays are left out; an array repeats its key (`tag=a&tag=b`).
public typealias Query<Value> = Value

/// A value in a header field: `@GET("/me") func me(acceptLanguage: Header<String?>) async throws -> User`.
///
/// The field's name is the parameter's in capitals and hyphens, here `Accept-Language`; nil is left out.
public typealias Header<Value> = Value

/// A member of the JSON object in the body: `@GET("/search") func search(filter: Field<Filter>) async throws -> [Todo]`.
///
/// nil is left out.
public typealias Field<Value> = Value

/// The whole body: `@PUT("/todos/:id") func replace(id: Int, with todo: Body<Todo>) async throws -> Todo`.
///
/// `Codable` values travel as JSON, `String` as text, `Data` and `[UInt8]` as the bytes themselves. A function has one
/// body or fields, not both.
public typealias Body<Value> = Value
