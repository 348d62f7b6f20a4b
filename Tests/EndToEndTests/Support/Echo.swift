import Contract
import FoundationEssentials

// One function for each type, with the type in every location and format. The result lists the received value for each
// location.
//
// The 128-bit integers are missing: Swift 6.3 crashes on async functions with several parameters of them, with or
// without this package. `ContentEcho` has them one at a time.

@API
protocol Echo: Sendable {
  @POST("/bool/:path")
  func bool(
    path: Bool, queryOne: Query<Bool>, queryMaybe: Query<Bool?>, queryMany: Query<[Bool]>,
    queryMaybeMany: Query<[Bool]?>, headerOne: Header<Bool>, headerMaybe: Header<Bool?>, headerMany: Header<[Bool]>,
    headerMaybeMany: Header<[Bool]?>, fieldOne: Field<Bool>, fieldMaybe: Field<Bool?>, fieldMany: Field<[Bool]>,
    fieldMaybeMany: Field<[Bool]?>
  ) async throws -> Everywhere<Bool>

  @POST("/int/:path")
  func int(
    path: Int, queryOne: Query<Int>, queryMaybe: Query<Int?>, queryMany: Query<[Int]>,
    queryMaybeMany: Query<[Int]?>, headerOne: Header<Int>, headerMaybe: Header<Int?>, headerMany: Header<[Int]>,
    headerMaybeMany: Header<[Int]?>, fieldOne: Field<Int>, fieldMaybe: Field<Int?>, fieldMany: Field<[Int]>,
    fieldMaybeMany: Field<[Int]?>
  ) async throws -> Everywhere<Int>

  @POST("/int8/:path")
  func int8(
    path: Int8, queryOne: Query<Int8>, queryMaybe: Query<Int8?>, queryMany: Query<[Int8]>,
    queryMaybeMany: Query<[Int8]?>, headerOne: Header<Int8>, headerMaybe: Header<Int8?>, headerMany: Header<[Int8]>,
    headerMaybeMany: Header<[Int8]?>, fieldOne: Field<Int8>, fieldMaybe: Field<Int8?>, fieldMany: Field<[Int8]>,
    fieldMaybeMany: Field<[Int8]?>
  ) async throws -> Everywhere<Int8>

  @POST("/int16/:path")
  func int16(
    path: Int16, queryOne: Query<Int16>, queryMaybe: Query<Int16?>, queryMany: Query<[Int16]>,
    queryMaybeMany: Query<[Int16]?>, headerOne: Header<Int16>, headerMaybe: Header<Int16?>,
    headerMany: Header<[Int16]>, headerMaybeMany: Header<[Int16]?>, fieldOne: Field<Int16>,
    fieldMaybe: Field<Int16?>, fieldMany: Field<[Int16]>, fieldMaybeMany: Field<[Int16]?>
  ) async throws -> Everywhere<Int16>

  @POST("/int32/:path")
  func int32(
    path: Int32, queryOne: Query<Int32>, queryMaybe: Query<Int32?>, queryMany: Query<[Int32]>,
    queryMaybeMany: Query<[Int32]?>, headerOne: Header<Int32>, headerMaybe: Header<Int32?>,
    headerMany: Header<[Int32]>, headerMaybeMany: Header<[Int32]?>, fieldOne: Field<Int32>,
    fieldMaybe: Field<Int32?>, fieldMany: Field<[Int32]>, fieldMaybeMany: Field<[Int32]?>
  ) async throws -> Everywhere<Int32>

  @POST("/int64/:path")
  func int64(
    path: Int64, queryOne: Query<Int64>, queryMaybe: Query<Int64?>, queryMany: Query<[Int64]>,
    queryMaybeMany: Query<[Int64]?>, headerOne: Header<Int64>, headerMaybe: Header<Int64?>,
    headerMany: Header<[Int64]>, headerMaybeMany: Header<[Int64]?>, fieldOne: Field<Int64>,
    fieldMaybe: Field<Int64?>, fieldMany: Field<[Int64]>, fieldMaybeMany: Field<[Int64]?>
  ) async throws -> Everywhere<Int64>

  @POST("/uint/:path")
  func uint(
    path: UInt, queryOne: Query<UInt>, queryMaybe: Query<UInt?>, queryMany: Query<[UInt]>,
    queryMaybeMany: Query<[UInt]?>, headerOne: Header<UInt>, headerMaybe: Header<UInt?>, headerMany: Header<[UInt]>,
    headerMaybeMany: Header<[UInt]?>, fieldOne: Field<UInt>, fieldMaybe: Field<UInt?>, fieldMany: Field<[UInt]>,
    fieldMaybeMany: Field<[UInt]?>
  ) async throws -> Everywhere<UInt>

  @POST("/uint8/:path")
  func uint8(
    path: UInt8, queryOne: Query<UInt8>, queryMaybe: Query<UInt8?>, queryMany: Query<[UInt8]>,
    queryMaybeMany: Query<[UInt8]?>, headerOne: Header<UInt8>, headerMaybe: Header<UInt8?>,
    headerMany: Header<[UInt8]>, headerMaybeMany: Header<[UInt8]?>, fieldOne: Field<UInt8>,
    fieldMaybe: Field<UInt8?>, fieldMany: Field<[UInt8]>, fieldMaybeMany: Field<[UInt8]?>
  ) async throws -> Everywhere<UInt8>

  @POST("/uint16/:path")
  func uint16(
    path: UInt16, queryOne: Query<UInt16>, queryMaybe: Query<UInt16?>, queryMany: Query<[UInt16]>,
    queryMaybeMany: Query<[UInt16]?>, headerOne: Header<UInt16>, headerMaybe: Header<UInt16?>,
    headerMany: Header<[UInt16]>, headerMaybeMany: Header<[UInt16]?>, fieldOne: Field<UInt16>,
    fieldMaybe: Field<UInt16?>, fieldMany: Field<[UInt16]>, fieldMaybeMany: Field<[UInt16]?>
  ) async throws -> Everywhere<UInt16>

  @POST("/uint32/:path")
  func uint32(
    path: UInt32, queryOne: Query<UInt32>, queryMaybe: Query<UInt32?>, queryMany: Query<[UInt32]>,
    queryMaybeMany: Query<[UInt32]?>, headerOne: Header<UInt32>, headerMaybe: Header<UInt32?>,
    headerMany: Header<[UInt32]>, headerMaybeMany: Header<[UInt32]?>, fieldOne: Field<UInt32>,
    fieldMaybe: Field<UInt32?>, fieldMany: Field<[UInt32]>, fieldMaybeMany: Field<[UInt32]?>
  ) async throws -> Everywhere<UInt32>

  @POST("/uint64/:path")
  func uint64(
    path: UInt64, queryOne: Query<UInt64>, queryMaybe: Query<UInt64?>, queryMany: Query<[UInt64]>,
    queryMaybeMany: Query<[UInt64]?>, headerOne: Header<UInt64>, headerMaybe: Header<UInt64?>,
    headerMany: Header<[UInt64]>, headerMaybeMany: Header<[UInt64]?>, fieldOne: Field<UInt64>,
    fieldMaybe: Field<UInt64?>, fieldMany: Field<[UInt64]>, fieldMaybeMany: Field<[UInt64]?>
  ) async throws -> Everywhere<UInt64>

  @POST("/float/:path")
  func float(
    path: Float, queryOne: Query<Float>, queryMaybe: Query<Float?>, queryMany: Query<[Float]>,
    queryMaybeMany: Query<[Float]?>, headerOne: Header<Float>, headerMaybe: Header<Float?>,
    headerMany: Header<[Float]>, headerMaybeMany: Header<[Float]?>, fieldOne: Field<Float>,
    fieldMaybe: Field<Float?>, fieldMany: Field<[Float]>, fieldMaybeMany: Field<[Float]?>
  ) async throws -> Everywhere<Float>

  @POST("/double/:path")
  func double(
    path: Double, queryOne: Query<Double>, queryMaybe: Query<Double?>, queryMany: Query<[Double]>,
    queryMaybeMany: Query<[Double]?>, headerOne: Header<Double>, headerMaybe: Header<Double?>,
    headerMany: Header<[Double]>, headerMaybeMany: Header<[Double]?>, fieldOne: Field<Double>,
    fieldMaybe: Field<Double?>, fieldMany: Field<[Double]>, fieldMaybeMany: Field<[Double]?>
  ) async throws -> Everywhere<Double>

  @POST("/string/:path")
  func string(
    path: String, queryOne: Query<String>, queryMaybe: Query<String?>, queryMany: Query<[String]>,
    queryMaybeMany: Query<[String]?>, headerOne: Header<String>, headerMaybe: Header<String?>,
    headerMany: Header<[String]>, headerMaybeMany: Header<[String]?>, fieldOne: Field<String>,
    fieldMaybe: Field<String?>, fieldMany: Field<[String]>, fieldMaybeMany: Field<[String]?>
  ) async throws -> Everywhere<String>

  @POST("/uuid/:path")
  func uuid(
    path: UUID, queryOne: Query<UUID>, queryMaybe: Query<UUID?>, queryMany: Query<[UUID]>,
    queryMaybeMany: Query<[UUID]?>, headerOne: Header<UUID>, headerMaybe: Header<UUID?>, headerMany: Header<[UUID]>,
    headerMaybeMany: Header<[UUID]?>, fieldOne: Field<UUID>, fieldMaybe: Field<UUID?>, fieldMany: Field<[UUID]>,
    fieldMaybeMany: Field<[UUID]?>
  ) async throws -> Everywhere<UUID>

  @POST("/date/:path")
  func date(
    path: Date, queryOne: Query<Date>, queryMaybe: Query<Date?>, queryMany: Query<[Date]>,
    queryMaybeMany: Query<[Date]?>, headerOne: Header<Date>, headerMaybe: Header<Date?>, headerMany: Header<[Date]>,
    headerMaybeMany: Header<[Date]?>, fieldOne: Field<Date>, fieldMaybe: Field<Date?>, fieldMany: Field<[Date]>,
    fieldMaybeMany: Field<[Date]?>
  ) async throws -> Everywhere<Date>

  @POST("/data/:path")
  func data(
    path: Data, queryOne: Query<Data>, queryMaybe: Query<Data?>, queryMany: Query<[Data]>,
    queryMaybeMany: Query<[Data]?>, headerOne: Header<Data>, headerMaybe: Header<Data?>, headerMany: Header<[Data]>,
    headerMaybeMany: Header<[Data]?>, fieldOne: Field<Data>, fieldMaybe: Field<Data?>, fieldMany: Field<[Data]>,
    fieldMaybeMany: Field<[Data]?>
  ) async throws -> Everywhere<Data>

  @POST("/suit/:path")
  func suit(
    path: Suit, queryOne: Query<Suit>, queryMaybe: Query<Suit?>, queryMany: Query<[Suit]>,
    queryMaybeMany: Query<[Suit]?>, headerOne: Header<Suit>, headerMaybe: Header<Suit?>, headerMany: Header<[Suit]>,
    headerMaybeMany: Header<[Suit]?>, fieldOne: Field<Suit>, fieldMaybe: Field<Suit?>, fieldMany: Field<[Suit]>,
    fieldMaybeMany: Field<[Suit]?>
  ) async throws -> Everywhere<Suit>

  @POST("/level/:path")
  func level(
    path: Level, queryOne: Query<Level>, queryMaybe: Query<Level?>, queryMany: Query<[Level]>,
    queryMaybeMany: Query<[Level]?>, headerOne: Header<Level>, headerMaybe: Header<Level?>,
    headerMany: Header<[Level]>, headerMaybeMany: Header<[Level]?>, fieldOne: Field<Level>,
    fieldMaybe: Field<Level?>, fieldMany: Field<[Level]>, fieldMaybeMany: Field<[Level]?>
  ) async throws -> Everywhere<Level>

  @POST("/degrees/:path")
  func degrees(
    path: Degrees, queryOne: Query<Degrees>, queryMaybe: Query<Degrees?>, queryMany: Query<[Degrees]>,
    queryMaybeMany: Query<[Degrees]?>, headerOne: Header<Degrees>, headerMaybe: Header<Degrees?>,
    headerMany: Header<[Degrees]>, headerMaybeMany: Header<[Degrees]?>, fieldOne: Field<Degrees>,
    fieldMaybe: Field<Degrees?>, fieldMany: Field<[Degrees]>, fieldMaybeMany: Field<[Degrees]?>
  ) async throws -> Everywhere<Degrees>
}

/// Responds with the received values.
struct EchoService: Echo {
  func bool(
    path: Bool, queryOne: Bool, queryMaybe: Bool?, queryMany: [Bool], queryMaybeMany: [Bool]?, headerOne: Bool,
    headerMaybe: Bool?, headerMany: [Bool], headerMaybeMany: [Bool]?, fieldOne: Bool, fieldMaybe: Bool?,
    fieldMany: [Bool], fieldMaybeMany: [Bool]?
  ) async throws -> Everywhere<Bool> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func int(
    path: Int, queryOne: Int, queryMaybe: Int?, queryMany: [Int], queryMaybeMany: [Int]?, headerOne: Int,
    headerMaybe: Int?, headerMany: [Int], headerMaybeMany: [Int]?, fieldOne: Int, fieldMaybe: Int?,
    fieldMany: [Int], fieldMaybeMany: [Int]?
  ) async throws -> Everywhere<Int> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func int8(
    path: Int8, queryOne: Int8, queryMaybe: Int8?, queryMany: [Int8], queryMaybeMany: [Int8]?, headerOne: Int8,
    headerMaybe: Int8?, headerMany: [Int8], headerMaybeMany: [Int8]?, fieldOne: Int8, fieldMaybe: Int8?,
    fieldMany: [Int8], fieldMaybeMany: [Int8]?
  ) async throws -> Everywhere<Int8> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func int16(
    path: Int16, queryOne: Int16, queryMaybe: Int16?, queryMany: [Int16], queryMaybeMany: [Int16]?,
    headerOne: Int16, headerMaybe: Int16?, headerMany: [Int16], headerMaybeMany: [Int16]?, fieldOne: Int16,
    fieldMaybe: Int16?, fieldMany: [Int16], fieldMaybeMany: [Int16]?
  ) async throws -> Everywhere<Int16> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func int32(
    path: Int32, queryOne: Int32, queryMaybe: Int32?, queryMany: [Int32], queryMaybeMany: [Int32]?,
    headerOne: Int32, headerMaybe: Int32?, headerMany: [Int32], headerMaybeMany: [Int32]?, fieldOne: Int32,
    fieldMaybe: Int32?, fieldMany: [Int32], fieldMaybeMany: [Int32]?
  ) async throws -> Everywhere<Int32> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func int64(
    path: Int64, queryOne: Int64, queryMaybe: Int64?, queryMany: [Int64], queryMaybeMany: [Int64]?,
    headerOne: Int64, headerMaybe: Int64?, headerMany: [Int64], headerMaybeMany: [Int64]?, fieldOne: Int64,
    fieldMaybe: Int64?, fieldMany: [Int64], fieldMaybeMany: [Int64]?
  ) async throws -> Everywhere<Int64> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func uint(
    path: UInt, queryOne: UInt, queryMaybe: UInt?, queryMany: [UInt], queryMaybeMany: [UInt]?, headerOne: UInt,
    headerMaybe: UInt?, headerMany: [UInt], headerMaybeMany: [UInt]?, fieldOne: UInt, fieldMaybe: UInt?,
    fieldMany: [UInt], fieldMaybeMany: [UInt]?
  ) async throws -> Everywhere<UInt> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func uint8(
    path: UInt8, queryOne: UInt8, queryMaybe: UInt8?, queryMany: [UInt8], queryMaybeMany: [UInt8]?,
    headerOne: UInt8, headerMaybe: UInt8?, headerMany: [UInt8], headerMaybeMany: [UInt8]?, fieldOne: UInt8,
    fieldMaybe: UInt8?, fieldMany: [UInt8], fieldMaybeMany: [UInt8]?
  ) async throws -> Everywhere<UInt8> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func uint16(
    path: UInt16, queryOne: UInt16, queryMaybe: UInt16?, queryMany: [UInt16], queryMaybeMany: [UInt16]?,
    headerOne: UInt16, headerMaybe: UInt16?, headerMany: [UInt16], headerMaybeMany: [UInt16]?, fieldOne: UInt16,
    fieldMaybe: UInt16?, fieldMany: [UInt16], fieldMaybeMany: [UInt16]?
  ) async throws -> Everywhere<UInt16> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func uint32(
    path: UInt32, queryOne: UInt32, queryMaybe: UInt32?, queryMany: [UInt32], queryMaybeMany: [UInt32]?,
    headerOne: UInt32, headerMaybe: UInt32?, headerMany: [UInt32], headerMaybeMany: [UInt32]?, fieldOne: UInt32,
    fieldMaybe: UInt32?, fieldMany: [UInt32], fieldMaybeMany: [UInt32]?
  ) async throws -> Everywhere<UInt32> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func uint64(
    path: UInt64, queryOne: UInt64, queryMaybe: UInt64?, queryMany: [UInt64], queryMaybeMany: [UInt64]?,
    headerOne: UInt64, headerMaybe: UInt64?, headerMany: [UInt64], headerMaybeMany: [UInt64]?, fieldOne: UInt64,
    fieldMaybe: UInt64?, fieldMany: [UInt64], fieldMaybeMany: [UInt64]?
  ) async throws -> Everywhere<UInt64> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func float(
    path: Float, queryOne: Float, queryMaybe: Float?, queryMany: [Float], queryMaybeMany: [Float]?,
    headerOne: Float, headerMaybe: Float?, headerMany: [Float], headerMaybeMany: [Float]?, fieldOne: Float,
    fieldMaybe: Float?, fieldMany: [Float], fieldMaybeMany: [Float]?
  ) async throws -> Everywhere<Float> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func double(
    path: Double, queryOne: Double, queryMaybe: Double?, queryMany: [Double], queryMaybeMany: [Double]?,
    headerOne: Double, headerMaybe: Double?, headerMany: [Double], headerMaybeMany: [Double]?, fieldOne: Double,
    fieldMaybe: Double?, fieldMany: [Double], fieldMaybeMany: [Double]?
  ) async throws -> Everywhere<Double> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func string(
    path: String, queryOne: String, queryMaybe: String?, queryMany: [String], queryMaybeMany: [String]?,
    headerOne: String, headerMaybe: String?, headerMany: [String], headerMaybeMany: [String]?, fieldOne: String,
    fieldMaybe: String?, fieldMany: [String], fieldMaybeMany: [String]?
  ) async throws -> Everywhere<String> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func uuid(
    path: UUID, queryOne: UUID, queryMaybe: UUID?, queryMany: [UUID], queryMaybeMany: [UUID]?, headerOne: UUID,
    headerMaybe: UUID?, headerMany: [UUID], headerMaybeMany: [UUID]?, fieldOne: UUID, fieldMaybe: UUID?,
    fieldMany: [UUID], fieldMaybeMany: [UUID]?
  ) async throws -> Everywhere<UUID> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func date(
    path: Date, queryOne: Date, queryMaybe: Date?, queryMany: [Date], queryMaybeMany: [Date]?, headerOne: Date,
    headerMaybe: Date?, headerMany: [Date], headerMaybeMany: [Date]?, fieldOne: Date, fieldMaybe: Date?,
    fieldMany: [Date], fieldMaybeMany: [Date]?
  ) async throws -> Everywhere<Date> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func data(
    path: Data, queryOne: Data, queryMaybe: Data?, queryMany: [Data], queryMaybeMany: [Data]?, headerOne: Data,
    headerMaybe: Data?, headerMany: [Data], headerMaybeMany: [Data]?, fieldOne: Data, fieldMaybe: Data?,
    fieldMany: [Data], fieldMaybeMany: [Data]?
  ) async throws -> Everywhere<Data> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func suit(
    path: Suit, queryOne: Suit, queryMaybe: Suit?, queryMany: [Suit], queryMaybeMany: [Suit]?, headerOne: Suit,
    headerMaybe: Suit?, headerMany: [Suit], headerMaybeMany: [Suit]?, fieldOne: Suit, fieldMaybe: Suit?,
    fieldMany: [Suit], fieldMaybeMany: [Suit]?
  ) async throws -> Everywhere<Suit> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func level(
    path: Level, queryOne: Level, queryMaybe: Level?, queryMany: [Level], queryMaybeMany: [Level]?,
    headerOne: Level, headerMaybe: Level?, headerMany: [Level], headerMaybeMany: [Level]?, fieldOne: Level,
    fieldMaybe: Level?, fieldMany: [Level], fieldMaybeMany: [Level]?
  ) async throws -> Everywhere<Level> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }

  func degrees(
    path: Degrees, queryOne: Degrees, queryMaybe: Degrees?, queryMany: [Degrees], queryMaybeMany: [Degrees]?,
    headerOne: Degrees, headerMaybe: Degrees?, headerMany: [Degrees], headerMaybeMany: [Degrees]?,
    fieldOne: Degrees, fieldMaybe: Degrees?, fieldMany: [Degrees], fieldMaybeMany: [Degrees]?
  ) async throws -> Everywhere<Degrees> {
    Everywhere(
      path: path, query: Forms(queryOne, queryMaybe, queryMany, queryMaybeMany),
      header: Forms(headerOne, headerMaybe, headerMany, headerMaybeMany),
      field: Forms(fieldOne, fieldMaybe, fieldMany, fieldMaybeMany))
  }
}
