// The location of a parameter of a contract function. Each name is an alias of its type argument, so that services and callers
// use plain types. A parameter without a location goes into the path if the path has a placeholder with its name, otherwise
// into the query for GET, HEAD and DELETE, and into the body as a field for other verbs.

/// A value in the path: `@GET("/todos/:id") func todo(id: Path<Int>) async throws -> Todo`.
///
/// The path must have a placeholder with the parameter's name. The value is sent percent-encoded as one segment
/// (RFC 3986 §3.3). Empty values, `.` and `..` are refused before anything is sent.
public typealias Path<Value> = Value

/// A value in the query: `@POST("/todos") func create(title: String, notify: Query<Bool>) async throws -> Todo`.
///
/// nil and empty arrays are omitted; an array repeats its key (`tag=a&tag=b`).
public typealias Query<Value> = Value

/// A value in a header: `@GET("/me") func me(acceptLanguage: Header<String?>) async throws -> User`.
///
/// The header's name is derived from the parameter's, here `Accept-Language`; nil is omitted.
public typealias Header<Value> = Value

/// A value in a cookie: `@GET("/cart") func cart(session: Cookie<String?>) async throws -> Cart`.
///
/// The cookie's name is the parameter's; nil is omitted. A value is sent unchanged (RFC 6265 §4.1.1): a client refuses a value
/// with white space, quotation marks, commas, semicolons, backslashes or non-ASCII characters.
public typealias Cookie<Value> = Value

/// A member of the JSON object in the body:
/// `@GET("/search") func search(filter: Field<Filter>) async throws -> [Todo]`.
///
/// nil is omitted.
public typealias Field<Value> = Value

/// The whole body: `@PUT("/todos/:id") func replace(id: Int, with todo: Body<Todo>) async throws -> Todo`.
///
/// `Codable` values are sent as JSON, `String` as text, `Data` and `[UInt8]` as bytes. A function has either one body
/// or fields.
public typealias Body<Value> = Value
