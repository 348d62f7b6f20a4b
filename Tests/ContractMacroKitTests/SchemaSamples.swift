/// Types with `@Schema` and their expansions.
extension ExpansionTests.Sample {
  static let schema = ExpansionTests.Sample(
    name: "a struct",
    source: #"""
      /// A thing to do.
      ///
      /// It has words.
      @Schema public struct Todo: Equatable {
        public var id: Int
        /// The words.
        @Validate(.length(1...80)) @Example("milk", "a \"b\"") public var title: String
        @Doc("Explicit.") public var note: String?
        public var limit = 20, page: Int = 1
        var tags: [String] = []
        @Deprecated("use phase") var state: State = .open
        let version: Double = 1.5
        var `in`: [String: Int?]
        @Example(Owner(id: 1)) var owner: Owner
        static let shared = 1
        var count: Int { 1 }
        var observed: Bool? = true { didSet {} }
      }

      """#,
    expansion: #"""
      /// A thing to do.
      ///
      /// It has words.
      public struct Todo: Equatable {
        public var id: Int
        /// The words.
        public var title: String
        public var note: String?
        public var limit = 20, page: Int = 1
        var tags: [String] = []
        var state: State = .open
        let version: Double = 1.5
        var `in`: [String: Int?]
        var owner: Owner
        static let shared = 1
        var count: Int { 1 }
        var observed: Bool? = true { didSet {} }

        private nonisolated static let __keys = Contract::SchemaKeys(of: Self.self, .required("id", Int.self), .required("title", String.self), .optional("note", String?.self), .optional("limit", Int.self), .optional("page", Int.self), .optional("tags", [String].self), .optional("state", Contract::_Type<State>.self), .optional("version", Double.self), .required("in", [String: Int?].self), .required("owner", Contract::_Type<Owner>.self), .optional("observed", Bool?.self))

        public nonisolated static func read(_ _reader: inout Contract::SchemaReader) -> Self? {
          guard var _object = _reader.beginObject(Self.__keys) else { return nil }
          var __id: Int?
          var __title: String?
          var __note: String?
          var __limit: Int? = 20
          var __page: Int? = 1
          var __tags: [String]? = []
          let _default6: State = .open
          var __state: State? = _default6
          var __in: [String: Int?]?
          var __owner: Owner?
          var __observed: Bool? = true
          while let _member = _reader.nextMember(&_object) {
            switch _member {
            case 0: __id = _reader.value(Int.self)
            case 1: __title = _reader.value(String.self)
            case 2: __note = _reader.optional(String.self)
            case 3: __limit = _reader.value(Int.self)
            case 4: __page = _reader.value(Int.self)
            case 5: __tags = _reader.value([String].self)
            case 6:
              __state = _reader.value(Contract::_Type<State>.self)
            case 7: _reader.skip()
            case 8: __in = _reader.value([String: Int?].self)
            case 9:
              __owner = _reader.value(Contract::_Type<Owner>.self)
            default: __observed = _reader.optional(Bool.self)
            }
          }
          _reader.check(_object, 1, __title, Self.__Rules.__title)
          guard
            _reader.endObject(_object), let __id, let __title, let __limit, let __page, let __tags, let __state, let __in, let __owner
          else { return nil }
          let _make: (
            Int, String, String?, Int, Int, [String], __Types.__state, [String: Int?], __Types.__owner, Bool?
          ) -> Self =
            Self.init(id:title:note:limit:page:tags:state:in:owner:observed:)
          return _make(__id, __title, __note, __limit, __page, __tags, __state, __in, __owner, __observed)
        }

        public nonisolated func write(_ _writer: inout Contract::SchemaWriter) {
          let _keys = _writer.beginObject(Self.__keys)
          _writer.member(_keys, 0, self.id)
          _writer.member(_keys, 1, self.title)
          _writer.optionalMember(_keys, 2, self.note)
          _writer.member(_keys, 3, self.limit)
          _writer.member(_keys, 4, self.page)
          _writer.member(_keys, 5, self.tags)
          _writer.member(_keys, 6, self.state as __Types.__state)
          _writer.member(_keys, 7, self.version)
          _writer.member(_keys, 8, self.`in`)
          _writer.member(_keys, 9, self.owner as __Types.__owner)
          _writer.member(_keys, 10, self.observed)
          _writer.endObject()
        }

        private nonisolated enum __CodingKeys: Contract::_ContractCodingKey {
          case id
          case title
          case note
          case limit
          case page
          case tags
          case state
          case version
          case `in`
          case owner
          case observed
        }

        private nonisolated enum __Types {
          typealias __state = State
          typealias __owner = Owner
        }

        private nonisolated enum __Rules {
          static let __title: [Contract::Validation<String>] = [.length(1...80)]
        }

        public nonisolated static var schema: Contract::JSONSchema {
          var __schema = Contract::JSONSchema(Self.__keys)
          __schema.note("A thing to do.\n\nIt has words.")
          __schema.note(1, "The words.", examples: ["\"milk\"", "\"a \\\"b\\\"\""])
          __schema.check(1, Self.__Rules.__title)
          __schema.note(2, "Explicit.")
          __schema.note(3, default: "20")
          __schema.note(4, default: "1")
          __schema.note(5, default: "[]")
          __schema.note(6, isDeprecated: true)
          __schema.note(7, constant: "1.5")
          __schema.note(9, examples: [Contract::JSONSample { Owner(id: 1) as __Types.__owner }])
          __schema.note(10, default: "true")
          return __schema
        }
      }

      extension Todo: nonisolated Contract::_ContractSchema, nonisolated Contract::_ContractCodable {
        public nonisolated init(from _decoder: any Swift::Decoder) throws {
          let _container = try _decoder.container(keyedBy: __CodingKeys.self)
          self.id = try _container._contractValue(.id)
          self.title = try _container._contractValue(.title)
          self.note = try _container._contractOptional(.note)
          self.limit = try _container._contractValueIfPresent(.limit, else: self.limit)
          self.page = try _container._contractValueIfPresent(.page, else: self.page)
          self.tags = try _container._contractValueIfPresent(.tags, else: self.tags)
          self.state = try _container._contractValueIfPresent(.state, else: self.state) as __Types.__state
          self.`in` = try _container._contractValue(.`in`)
          self.owner = try _container._contractValue(.owner) as __Types.__owner
          if _container.contains(.observed) { self.observed = try _container._contractOptional(.observed) }
          _decoder._contractCheck(__CodingKeys.title, self.title, Self.__Rules.__title)
        }

        public nonisolated func encode(to _encoder: any Swift::Encoder) throws {
          var _container = _encoder.container(keyedBy: __CodingKeys.self)
          try _container.encode(self.id, forKey: .id)
          try _container.encode(self.title, forKey: .title)
          try _container.encodeIfPresent(self.note, forKey: .note)
          try _container.encode(self.limit, forKey: .limit)
          try _container.encode(self.page, forKey: .page)
          try _container.encode(self.tags, forKey: .tags)
          try _container._contractWrite(self.state as __Types.__state, .state)
          try _container.encode(self.version, forKey: .version)
          try _container.encode(self.`in`, forKey: .`in`)
          try _container._contractWriteOptional(self.owner as __Types.__owner, .owner)
          try _container.encode(self.observed, forKey: .observed)
        }
      }

      """#)

  static let schemaWithInitializer = ExpansionTests.Sample(
    name: "a struct with an initializer",
    source: #"""
      struct Outer {
        @Schema fileprivate struct Point {
          let x: Double, y: Double
          var cache = 0
          init(_ x: Double) { self.x = x; y = 0 }
          enum CodingKeys: String, CodingKey {
            case y, x = "X"
          }
        }
      }

      """#,
    expansion: #"""
      struct Outer {
        fileprivate struct Point {
          let x: Double, y: Double
          var cache = 0
          init(_ x: Double) { self.x = x; y = 0 }
          enum CodingKeys: String, CodingKey {
            case y, x = "X"
          }

          private nonisolated static let __keys = Contract::SchemaKeys(
            of: Self.self, .required("X", Double.self), .required("y", Double.self))

          nonisolated static func read(_ _reader: inout Contract::SchemaReader) -> Self? {
            guard var _object = _reader.beginObject(Self.__keys) else { return nil }
            var __x: Double?
            var __y: Double?
            while let _member = _reader.nextMember(&_object) {
              switch _member {
              case 0: __x = _reader.value(Double.self)
              default: __y = _reader.value(Double.self)
              }
            }
            guard _reader.endObject(_object), let __x, let __y else { return nil }
            return Self(__x: __x, __y: __y)
          }

          nonisolated func write(_ _writer: inout Contract::SchemaWriter) {
            let _keys = _writer.beginObject(Self.__keys)
            _writer.member(_keys, 0, self.x)
            _writer.member(_keys, 1, self.y)
            _writer.endObject()
          }

          private nonisolated init(__x: Double, __y: Double) {
            self.x = __x
            self.y = __y
          }

          nonisolated static var schema: Contract::JSONSchema {
            Contract::JSONSchema(Self.__keys)
          }
        }
      }

      extension Outer.Point: nonisolated Contract::_ContractSchema, nonisolated Contract::_ContractCodable {}

      """#)

  static let schemaOfCases = ExpansionTests.Sample(
    name: "an enum with associated values",
    source: #"""
      @Schema indirect enum Shape: Codable {
        /// Nothing at all.
        case none
        case circle(radius: Double, Color? = nil)
        case line(Point)
        case `self`(`in`: Int, of: [Shape]?)
        enum CodingKeys: String, CodingKey { case none = "nothing", circle, line, `self` }
        enum LineCodingKeys: String, CodingKey { case _0 = "to" }
      }

      """#,
    expansion: #"""
      indirect enum Shape: Codable {
        /// Nothing at all.
        case none
        case circle(radius: Double, Color? = nil)
        case line(Point)
        case `self`(`in`: Int, of: [Shape]?)
        enum CodingKeys: String, CodingKey { case none = "nothing", circle, line, `self` 
      }
        enum LineCodingKeys: String, CodingKey { case _0 = "to" 
      }

        private nonisolated static let __keys = Contract::SchemaKeys(
          of: Self.self, .optional("nothing"), .optional("circle"), .optional("line"), .optional("self"))

        private nonisolated enum __Keys {
          static let __1 = Contract::SchemaKeys(.required("radius", Double.self), .optional("_1", Contract::_Type<Color?>.self))
          static let __2 = Contract::SchemaKeys(.required("to", Contract::_Type<Point>.self))
          static let __3 = Contract::SchemaKeys(.required("in", Int.self), .optional("of", Contract::_Type<[Shape]?>.self))
          enum __Cases: Swift::String, Contract::_ContractCodingKey {
            case none = "nothing"
            case circle = "circle"
            case line = "line"
            case `self` = "self"
          }
          enum __Coding1: Swift::String, Contract::_ContractCodingKey {
            case radius = "radius"
            case _1 = "_1"
          }
          enum __Coding2: Swift::String, Contract::_ContractCodingKey {
            case _0 = "to"
          }
          enum __Coding3: Swift::String, Contract::_ContractCodingKey {
            case `in` = "in"
            case of = "of"
          }
        }

        nonisolated static func read(_ _reader: inout Contract::SchemaReader) -> Self? {
          guard var _object = _reader.beginObject(Self.__keys) else { return nil }
          var _value: Self?
          while let _case = _reader.nextMember(&_object) {
            switch _case {
            case 0:
              if _reader.emptyObject() { _value = Self.none }
            case 1:
              guard var _object = _reader.beginObject(Self.__Keys.__1) else { continue }
              var __0: Double?
              var __1: Color?
              while let _member = _reader.nextMember(&_object) {
                switch _member {
                case 0: __0 = _reader.value(Double.self)
                default:
                  __1 = _reader.optional(Contract::_Type<Color>.self)
                }
              }
              if _reader.endObject(_object), let __0 {
                _value = Self.circle(radius: __0, __1)
              }
            case 2:
              guard var _object = _reader.beginObject(Self.__Keys.__2) else { continue }
              var __0: Point?
              while _reader.nextMember(&_object) != nil {
                __0 = _reader.value(Contract::_Type<Point>.self)
              }
              if _reader.endObject(_object), let __0 {
                _value = Self.line(__0)
              }
            default:
              guard var _object = _reader.beginObject(Self.__Keys.__3) else { continue }
              var __0: Int?
              var __1: [Shape]?
              while let _member = _reader.nextMember(&_object) {
                switch _member {
                case 0: __0 = _reader.value(Int.self)
                default:
                  __1 = _reader.optional(Contract::_Type<[Shape]>.self)
                }
              }
              if _reader.endObject(_object), let __0 {
                _value = .`self`(in: __0, of: __1)
              }
            }
          }
          return _reader.endChoice(_object) ? _value : nil
        }

        nonisolated func write(_ _writer: inout Contract::SchemaWriter) {
          let _keys = _writer.beginObject(Self.__keys)
          switch self {
          case .none: _writer.emptyMember(_keys, 0)
          case .circle(let __0, let __1):
            _writer.beginMember(_keys, 1)
            let _names = _writer.beginObject(Self.__Keys.__1)
            _writer.member(_names, 0, __0)
            _writer.optionalMember(_names, 1, __1)
            _writer.endObject()
            _writer.endMember()
          case .line(let __0):
            _writer.beginMember(_keys, 2)
            let _names = _writer.beginObject(Self.__Keys.__2)
            _writer.member(_names, 0, __0)
            _writer.endObject()
            _writer.endMember()
          case .`self`(let __0, let __1):
            _writer.beginMember(_keys, 3)
            let _names = _writer.beginObject(Self.__Keys.__3)
            _writer.member(_names, 0, __0)
            _writer.optionalMember(_names, 1, __1)
            _writer.endObject()
            _writer.endMember()
          }
          _writer.endObject()
        }

        nonisolated static var schema: Contract::JSONSchema {
          var __schema = Contract::JSONSchema(Self.__keys, cases: [nil, Self.__Keys.__1, Self.__Keys.__2, Self.__Keys.__3])
          __schema.note(0, "Nothing at all.")
          return __schema
        }
      }

      extension Shape: nonisolated Contract::_ContractSchema, nonisolated Contract::_ContractCodable {
        nonisolated init(from _decoder: any Swift::Decoder) throws {
          let _container = try _decoder.container(keyedBy: Self.__Keys.__Cases.self)
          switch try _container._contractCase(of: Self.self) {
          case .none:
            _ = try _container.nestedContainer(keyedBy: Self.__Keys.__Cases.self, forKey: .none)
            self = Self.none
          case .circle:
            let _values = try _container.nestedContainer(keyedBy: Self.__Keys.__Coding1.self, forKey: .circle)
            self = Self.circle(radius: try _values._contractValue(.radius), try _values._contractOptional(._1))
          case .line:
            let _values = try _container.nestedContainer(keyedBy: Self.__Keys.__Coding2.self, forKey: .line)
            self = Self.line(try _values._contractValue(._0))
          case .`self`:
            let _values = try _container.nestedContainer(keyedBy: Self.__Keys.__Coding3.self, forKey: .`self`)
            self = .`self`(in: try _values._contractValue(.`in`), of: try _values._contractOptional(.of))
          }
        }

        nonisolated func encode(to _encoder: any Swift::Encoder) throws {
          var _container = _encoder.container(keyedBy: Self.__Keys.__Cases.self)
          switch self {
          case .none:
            _ = _container.nestedContainer(keyedBy: Self.__Keys.__Cases.self, forKey: .none)
          case .circle(let __0, let __1):
            var _values = _container.nestedContainer(keyedBy: Self.__Keys.__Coding1.self, forKey: .circle)
            try _values._contractWriteOptional(__0, .radius)
            try _values._contractWriteOptional(__1, ._1)
          case .line(let __0):
            var _values = _container.nestedContainer(keyedBy: Self.__Keys.__Coding2.self, forKey: .line)
            try _values._contractWriteOptional(__0, ._0)
          case .`self`(let __0, let __1):
            var _values = _container.nestedContainer(keyedBy: Self.__Keys.__Coding3.self, forKey: .`self`)
            try _values._contractWriteOptional(__0, .`in`)
            try _values._contractWriteOptional(__1, .of)
          }
        }
      }

      """#)

  static let schemaOfKeys = ExpansionTests.Sample(
    name: "an enum whose case is the key",
    source: #"""
      @Schema @Tagged(.key) enum Act {
        case unknown(JSONValue)
        /// Stores.
        case put(Put)
        case ok(Int?), move(from: Int, to: Int?)
        case stop
      }

      """#,
    expansion: #"""
      enum Act {
        case unknown(JSONValue)
        /// Stores.
        case put(Put)
        case ok(Int?), move(from: Int, to: Int?)
        case stop

        private nonisolated static let __keys = Contract::SchemaKeys(
          of: Self.self, .optional("put"), .optional("ok"), .optional("move"), .optional("stop"))

        private nonisolated enum __Keys {
          static let __2 = Contract::SchemaKeys(.required("from", Int.self), .optional("to", Int?.self))
          enum __Cases: Swift::String, Contract::_ContractCodingKey, Swift::CaseIterable {
            case put = "put"
            case ok = "ok"
            case move = "move"
            case stop = "stop"
          }
          enum __Coding2: Swift::String, Contract::_ContractCodingKey {
            case from = "from"
            case to = "to"
          }
        }

        nonisolated static func read(_ _reader: inout Contract::SchemaReader) -> Self? {
          guard var _object = _reader.beginObject(Self.__keys) else { return nil }
          var _value: Self?
          while let _case = _reader.nextMember(&_object) {
            switch _case {
            case 0:
              guard let __0 = _reader.value(Contract::_Type<Put>.self) else { continue }
              _value = Self.put(__0)
            case 1:
              guard let __0 = _reader.value(Int?.self) else { continue }
              _value = Self.ok(__0)
            case 2:
              guard var _object = _reader.beginObject(Self.__Keys.__2) else { continue }
              var __0: Int?
              var __1: Int?
              while let _member = _reader.nextMember(&_object) {
                switch _member {
                case 0: __0 = _reader.value(Int.self)
                default: __1 = _reader.optional(Int.self)
                }
              }
              if _reader.endObject(_object), let __0 {
                _value = Self.move(from: __0, to: __1)
              }
            default:
              if _reader.emptyObject() { _value = Self.stop }
            }
          }
          if _reader.rereads(_object) {
            guard let _value = _reader.value(Contract::_Type<JSONValue>.self) else { return nil }
            return Self.unknown(_value)
          }
          return _reader.endKeyed(_object) ? _value : nil
        }

        nonisolated func write(_ _writer: inout Contract::SchemaWriter) {
          if case .unknown(let _value) = self { return _writer.value(_value) }
          let _keys = _writer.beginObject(Self.__keys)
          switch self {
          case .put(let __0):
            _writer.member(_keys, 0, __0)
          case .ok(let __0):
            _writer.member(_keys, 1, __0)
          case .move(let __0, let __1):
            _writer.beginMember(_keys, 2)
            let _names = _writer.beginObject(Self.__Keys.__2)
            _writer.member(_names, 0, __0)
            _writer.optionalMember(_names, 1, __1)
            _writer.endObject()
            _writer.endMember()
          case .stop: _writer.emptyMember(_keys, 3)
          case .unknown: break
          }
          _writer.endObject()
        }

        nonisolated static var schema: Contract::JSONSchema {
          var __schema = Contract::JSONSchema(Self.__keys, keepsUnknown: true, keyed: [.value(Contract::_Type<Put>.self), .value(Int?.self), .members(Self.__Keys.__2), .empty])
          __schema.note(0, "Stores.")
          return __schema
        }
      }

      extension Act: nonisolated Contract::_ContractSchema, nonisolated Contract::_ContractCodable {
        nonisolated init(from _decoder: any Swift::Decoder) throws {
          let _container = try _decoder.container(keyedBy: Self.__Keys.__Cases.self)
          guard let _case = try _container._contractKeyIfKnown() else {
            self = Self.unknown(try .init(from: _decoder))
            return
          }
          switch _case {
          case .put:
            self = Self.put(try _container._contractValue(.put))
          case .ok:
            self = Self.ok(try _container._contractOptional(.ok))
          case .move:
            let _values = try _container.nestedContainer(keyedBy: Self.__Keys.__Coding2.self, forKey: .move)
            self = Self.move(from: try _values._contractValue(.from), to: try _values._contractOptional(.to))
          case .stop:
            _ = try _container.nestedContainer(keyedBy: Self.__Keys.__Cases.self, forKey: .stop)
            self = Self.stop
          }
        }

        nonisolated func encode(to _encoder: any Swift::Encoder) throws {
          if case .unknown(let _value) = self { return try _value.encode(to: _encoder) }
          var _container = _encoder.container(keyedBy: Self.__Keys.__Cases.self)
          switch self {
          case .put(let __0):
            try _container._contractWrite(__0, .put)
          case .ok(let __0):
            try _container._contractWrite(__0, .ok)
          case .move(let __0, let __1):
            var _values = _container.nestedContainer(keyedBy: Self.__Keys.__Coding2.self, forKey: .move)
            try _values._contractWriteOptional(__0, .from)
            try _values._contractWriteOptional(__1, .to)
          case .stop:
            _ = _container.nestedContainer(keyedBy: Self.__Keys.__Cases.self, forKey: .stop)
          case .unknown: break
          }
        }
      }

      """#)

  static let schemaOfPositions = ExpansionTests.Sample(
    name: "a struct that is an array",
    source: #"""
      @Schema @Positional struct Sample {
        var seconds: Double
        @Validate(.length(1...5)) var name: Name
        let version = 2
        var note: String?
        var limit = 20
      }

      """#,
    expansion: #"""
      struct Sample {
        var seconds: Double
        var name: Name
        let version = 2
        var note: String?
        var limit = 20

        private nonisolated static let __keys = Contract::SchemaKeys(of: Self.self, .required("seconds", Double.self), .required("name", Contract::_Type<Name>.self), .optional("version", Int.self), .optional("note", String?.self), .optional("limit", Int.self))

        nonisolated static func read(_ _reader: inout Contract::SchemaReader) -> Self? {
          guard var _object = _reader.beginPositions(Self.__keys) else { return nil }
          var __seconds: Double?
          var __name: Name?
          var __note: String?
          var __limit: Int? = 20
          if _reader.nextPosition(&_object) {
            __seconds = _reader.value(Double.self)
          }
          if _reader.nextPosition(&_object) {
            __name = _reader.value(Contract::_Type<Name>.self)
          }
          if _reader.nextPosition(&_object) {
            _reader.skip()
          }
          if _reader.nextPosition(&_object) {
            __note = _reader.optional(String.self)
          }
          if _reader.nextPosition(&_object) {
            __limit = _reader.value(Int.self)
          }
          _reader.check(_object, 1, __name, Self.__Rules.__name)
          guard _reader.endPositions(_object), let __seconds, let __name, let __limit else { return nil }
          let _make: (Double, __Types.__name, String?, Int) -> Self =
            Self.init(seconds:name:note:limit:)
          return _make(__seconds, __name, __note, __limit)
        }

        nonisolated func write(_ _writer: inout Contract::SchemaWriter) {
          _writer.beginArray()
          _writer.position(self.seconds)
          _writer.position(self.name as __Types.__name)
          _writer.position(self.version)
          _writer.position(self.note)
          _writer.position(self.limit)
          _writer.endArray()
        }

        private nonisolated enum __Types {
          typealias __name = Name
        }

        private nonisolated enum __Rules {
          static let __name: [Contract::Validation<Name>] = {
            [.length(1...5)]
          }()
        }

        nonisolated static var schema: Contract::JSONSchema {
          var __schema = Contract::JSONSchema(positions: Self.__keys)
          __schema.check(1, Self.__Rules.__name)
          __schema.note(2, constant: "2")
          __schema.note(4, default: "20")
          return __schema
        }
      }

      extension Sample: nonisolated Contract::_ContractSchema, nonisolated Contract::_ContractCodable {
        nonisolated init(from _decoder: any Swift::Decoder) throws {
          var _container = try _decoder._contractPositions(2, 5)
          self.seconds = try _container._contractValue()
          self.name = try _container._contractValue() as __Types.__name
          if !_container.isAtEnd { _ = try _container.superDecoder() }
          self.note = try _container._contractOptional()
          if !_container.isAtEnd { self.limit = try _container._contractValue() }
          _decoder._contractCheck(1, self.name as __Types.__name, Self.__Rules.__name)
        }

        nonisolated func encode(to _encoder: any Swift::Encoder) throws {
          var _container = _encoder.unkeyedContainer()
          try _container._contractWrite(self.seconds)
          try _container._contractWrite(self.name as __Types.__name)
          try _container._contractWrite(self.version)
          try _container._contractWrite(self.note)
          try _container._contractWrite(self.limit)
        }
      }

      """#)

  static let schemaOfChoices = ExpansionTests.Sample(
    name: "an enum with raw values",
    source: #"""
      /// What has become of it.
      @Schema package enum State: String, CaseIterable {
        case open, done = "finished"
        case `default`
      }

      """#,
    expansion: #"""
      /// What has become of it.
      package enum State: String, CaseIterable {
        case open, done = "finished"
        case `default`

        package nonisolated static var schema: Contract::JSONSchema {
          var __schema = Contract::JSONSchema.choices(Self.self, [Self.open, Self.done, Self.`default`])
          __schema.note("What has become of it.")
          return __schema
        }
      }

      extension State: nonisolated Contract::_ContractSchema, nonisolated Contract::_ContractCodable {}

      """#)

  static let schemaOfRawValue = ExpansionTests.Sample(
    name: "a raw value of a type that Codable does not support",
    source: #"""
      @Schema struct UserID: RawRepresentable, Hashable {
        var rawValue: UUID
      }

      @Schema struct Name: RawRepresentable, Hashable {
        let rawValue: String
      }

      """#,
    expansion: #"""
      struct UserID: RawRepresentable, Hashable {
        var rawValue: UUID

        nonisolated static var schema: Contract::JSONSchema {
          Contract::JSONSchema(named: Self.self, of: RawValue.self)
        }
      }

      struct Name: RawRepresentable, Hashable {
        let rawValue: String

        nonisolated static var schema: Contract::JSONSchema {
          Contract::JSONSchema(named: Self.self, of: RawValue.self)
        }
      }

      extension UserID: nonisolated Contract::_ContractSchema, nonisolated Contract::_ContractCodable {
        nonisolated init(from _decoder: any Swift::Decoder) throws {
          self = try _decoder._contractOfRawValue()
        }

        nonisolated func encode(to _encoder: any Swift::Encoder) throws {
          var _container = _encoder.singleValueContainer()
          try _container.encode(self.rawValue)
        }
      }

      extension Name: nonisolated Contract::_ContractSchema, nonisolated Contract::_ContractCodable {}

      """#)

  static let schemaOfDefaults = ExpansionTests.Sample(
    name: "defaults that resemble those of an optional",
    source: #"""
      @Schema struct Leave {
        var maybe: Maybe = nil
        var urgency: Urgency = hurries ? .high : .none
        var never: Int? = nil
        var days: Days = Days(1)
        var count: Count = 1
      }

      """#,
    expansion: #"""
      struct Leave {
        var maybe: Maybe = nil
        var urgency: Urgency = hurries ? .high : .none
        var never: Int? = nil
        var days: Days = Days(1)
        var count: Count = 1

        private nonisolated static let __keys = Contract::SchemaKeys(of: Self.self, .optional("maybe", Contract::_Type<Maybe>.self), .optional("urgency", Contract::_Type<Urgency>.self), .optional("never", Int?.self), .optional("days", Contract::_Type<Days>.self), .optional("count", Contract::_Type<Count>.self))

        nonisolated static func read(_ _reader: inout Contract::SchemaReader) -> Self? {
          guard var _object = _reader.beginObject(Self.__keys) else { return nil }
          let _default0: Maybe = nil
          var __maybe: Maybe? = _default0
          let _default1: Urgency = hurries ? .high : .none
          var __urgency: Urgency? = _default1
          var __never: Int?
          let _default3: Days = Days(1)
          var __days: Days? = _default3
          let _default4: Count = 1
          var __count: Count? = _default4
          while let _member = _reader.nextMember(&_object) {
            switch _member {
            case 0:
              __maybe = _reader.value(Contract::_Type<Maybe>.self)
            case 1:
              __urgency = _reader.value(Contract::_Type<Urgency>.self)
            case 2: __never = _reader.optional(Int.self)
            case 3:
              __days = _reader.value(Contract::_Type<Days>.self)
            default:
              __count = _reader.value(Contract::_Type<Count>.self)
            }
          }
          guard _reader.endObject(_object), let __maybe, let __urgency, let __days, let __count else { return nil }
          let _make: (__Types.__maybe, __Types.__urgency, Int?, __Types.__days, __Types.__count) -> Self =
            Self.init(maybe:urgency:never:days:count:)
          return _make(__maybe, __urgency, __never, __days, __count)
        }

        nonisolated func write(_ _writer: inout Contract::SchemaWriter) {
          let _keys = _writer.beginObject(Self.__keys)
          _writer.member(_keys, 0, self.maybe as __Types.__maybe)
          _writer.member(_keys, 1, self.urgency as __Types.__urgency)
          _writer.optionalMember(_keys, 2, self.never)
          _writer.member(_keys, 3, self.days as __Types.__days)
          _writer.member(_keys, 4, self.count as __Types.__count)
          _writer.endObject()
        }

        private nonisolated enum __CodingKeys: Contract::_ContractCodingKey {
          case maybe
          case urgency
          case never
          case days
          case count
        }

        private nonisolated enum __Types {
          typealias __maybe = Maybe
          typealias __urgency = Urgency
          typealias __days = Days
          typealias __count = Count
        }

        nonisolated static var schema: Contract::JSONSchema {
          var __schema = Contract::JSONSchema(Self.__keys)
          __schema.note(4, default: Contract::JSONSample { 1 as __Types.__count })
          return __schema
        }
      }

      extension Leave: nonisolated Contract::_ContractSchema, nonisolated Contract::_ContractCodable {
        nonisolated init(from _decoder: any Swift::Decoder) throws {
          let _container = try _decoder.container(keyedBy: __CodingKeys.self)
          self.maybe = try _container._contractValueIfPresent(.maybe, else: self.maybe) as __Types.__maybe
          self.urgency = try _container._contractValueIfPresent(.urgency, else: self.urgency) as __Types.__urgency
          self.never = try _container._contractOptional(.never)
          self.days = try _container._contractValueIfPresent(.days, else: self.days) as __Types.__days
          self.count = try _container._contractValueIfPresent(.count, else: self.count) as __Types.__count
        }

        nonisolated func encode(to _encoder: any Swift::Encoder) throws {
          var _container = _encoder.container(keyedBy: __CodingKeys.self)
          try _container._contractWrite(self.maybe as __Types.__maybe, .maybe)
          try _container._contractWrite(self.urgency as __Types.__urgency, .urgency)
          try _container.encodeIfPresent(self.never, forKey: .never)
          try _container._contractWrite(self.days as __Types.__days, .days)
          try _container._contractWrite(self.count as __Types.__count, .count)
        }
      }

      """#)

  static let schemaOfGeneric = ExpansionTests.Sample(
    name: "a generic struct",
    source: #"""
      @Schema struct Page<Item, Key: Hashable & Codable, Tag> where Tag: Sendable {
        @Validate(.count(...100)) var items: [Item]
        var next: Item?
        var keys: [Key]
        var tag: Tag
      }

      """#,
    expansion: #"""
      struct Page<Item, Key: Hashable & Codable, Tag> where Tag: Sendable {
        var items: [Item]
        var next: Item?
        var keys: [Key]
        var tag: Tag

        private nonisolated static var __keys: Contract::SchemaKeys {
          .cached(for: Self.self, 0) {
            Contract::SchemaKeys(of: Self.self, .required("items", Contract::_Type<[Item]>.self), .optional("next", Contract::_Type<Item?>.self), .required("keys", Contract::_Type<[Key]>.self), .required("tag", Contract::_Type<Tag>.self))
          }
        }

        nonisolated static func read(_ _reader: inout Contract::SchemaReader) -> Self? where Item: Contract::_ContractSchema, Tag: Contract::_ContractSchema {
          guard var _object = _reader.beginObject(Self.__keys) else { return nil }
          var __items: [Item]?
          var __next: Item?
          var __keys: [Key]?
          var __tag: Tag?
          while let _member = _reader.nextMember(&_object) {
            switch _member {
            case 0:
              __items = _reader.value(Contract::_Type<[Item]>.self)
            case 1:
              __next = _reader.optional(Contract::_Type<Item>.self)
            case 2:
              __keys = _reader.value(Contract::_Type<[Key]>.self)
            default:
              __tag = _reader.value(Contract::_Type<Tag>.self)
            }
          }
          _reader.check(_object, 0, __items, Self.__Rules.__items)
          guard _reader.endObject(_object), let __items, let __keys, let __tag else { return nil }
          return Self(items: __items, next: __next, keys: __keys, tag: __tag)
        }

        nonisolated func write(_ _writer: inout Contract::SchemaWriter) where Item: Contract::_ContractSchema, Tag: Contract::_ContractSchema {
          let _keys = _writer.beginObject(Self.__keys)
          _writer.member(_keys, 0, self.items as __Types.__items)
          _writer.optionalMember(_keys, 1, self.next as __Types.__next)
          _writer.member(_keys, 2, self.keys as __Types.__keys)
          _writer.member(_keys, 3, self.tag as __Types.__tag)
          _writer.endObject()
        }

        private nonisolated enum __CodingKeys: Contract::_ContractCodingKey {
          case items
          case next
          case keys
          case tag
        }

        private nonisolated enum __Types {
          typealias __items = [Item]
          typealias __next = Item?
          typealias __keys = [Key]
          typealias __tag = Tag
        }

        private nonisolated enum __Rules {
          static var __items: [Contract::Validation<[Item]>] {
            [.count(...100)]
          }
        }

        nonisolated static var schema: Contract::JSONSchema {
          var __schema = Contract::JSONSchema(Self.__keys)
          __schema.check(0, Self.__Rules.__items)
          return __schema
        }
      }

      extension Page: nonisolated Contract::_ContractSchema, nonisolated Contract::_ContractCodable where Item: Contract::_ContractSchema, Tag: Contract::_ContractSchema {
        nonisolated init(from _decoder: any Swift::Decoder) throws {
          let _container = try _decoder.container(keyedBy: __CodingKeys.self)
          self.items = try _container._contractValue(.items) as __Types.__items
          self.next = try _container._contractOptional(.next) as __Types.__next
          self.keys = try _container._contractValue(.keys) as __Types.__keys
          self.tag = try _container._contractValue(.tag) as __Types.__tag
          _decoder._contractCheck(__CodingKeys.items, self.items as __Types.__items, Self.__Rules.__items)
        }

        nonisolated func encode(to _encoder: any Swift::Encoder) throws {
          var _container = _encoder.container(keyedBy: __CodingKeys.self)
          try _container._contractWriteOptional(self.items as __Types.__items, .items)
          try _container._contractWriteOptional(self.next as __Types.__next, .next)
          try _container._contractWriteOptional(self.keys as __Types.__keys, .keys)
          try _container._contractWriteOptional(self.tag as __Types.__tag, .tag)
        }
      }

      """#)

  static let schemaOfNothing = ExpansionTests.Sample(
    name: "a struct without members",
    source: #"""
      @Schema struct Nothing {}

      """#,
    expansion: #"""
      struct Nothing {

        private nonisolated static let __keys = Contract::SchemaKeys(of: Self.self)

        nonisolated static func read(_ _reader: inout Contract::SchemaReader) -> Self? {
          _reader.skip()
          return Self()
        }

        nonisolated func write(_ _writer: inout Contract::SchemaWriter) {
          _ = _writer.beginObject(Self.__keys)
          _writer.endObject()
        }

        nonisolated static var schema: Contract::JSONSchema {
          Contract::JSONSchema(Self.__keys)
        }
      }

      extension Nothing: nonisolated Contract::_ContractSchema, nonisolated Contract::_ContractCodable {}

      """#)
}
