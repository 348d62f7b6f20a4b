extension TypeScriptRuntime {
  private var isExact: Bool { options.largeIntegers != .number }

  /// The value of a request's body that is written as JSON.
  var jsonBody: String { options.largeIntegers == .string ? "withIntegers(value, content.shape)" : "value" }

  /// The functions that read and write JSON.
  var json: String {
    let parts =
      isExact
      ? [Self.exactValue, Self.exactParsing, decoding, Self.rounding, Self.shapeLookup, Self.writing]
      : [Self.value, Self.parsing, decoding, Self.shapeLookup, Self.writing]
    return (parts + (options.largeIntegers == .string ? [Self.integersOfStrings] : [])).joined(separator: "\n\n")
  }

  private static let exactValue = #"""
    /** A JSON value. Integers beyond 2^53 are `bigint`. */
    export type JSONValue =
      | null | boolean | number | bigint | string | JSONValue[] | { [name: string]: JSONValue };

    /** The tag of a value that a newer version of the API may send: any string that is not the tag of a known alternative. */
    export declare enum UnknownTag { any = "" }
    """#

  private static let value = #"""
    /** A JSON value. */
    export type JSONValue = null | boolean | number | string | JSONValue[] | { [name: string]: JSONValue };

    /** The tag of a value that a newer version of the API may send: any string that is not the tag of a known alternative. */
    export declare enum UnknownTag { any = "" }
    """#

  private static let parsing = #"""
    function parseJSON(text: string): JSONValue {
      return JSON.parse(text) as JSONValue;
    }
    """#

  private static let exactParsing = #"""
    /** Parses JSON without rounding large integers. */
    function parseJSON(text: string): JSONValue {
      const value = JSON.parse(text) as JSONValue;
      // Integers with fewer digits are exact as numbers.
      return /\d{16}/.test(text) ? parseExactly(text) : value;
    }

    /** Parses a text that is known to be valid JSON. */
    function parseExactly(text: string): JSONValue {
      const tokens = /[[\]{}]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s,:[\]{}"]+/g;
      const next = (): string => tokens.exec(text)?.[0] ?? "null";
      const value = (token: string): JSONValue => {
        if (token === "[") {
          const elements: JSONValue[] = [];
          for (let token = next(); token !== "]"; token = next()) elements.push(value(token));
          return elements;
        }
        if (token === "{") {
          const members: [string, JSONValue][] = [];
          for (let token = next(); token !== "}"; token = next()) members.push([JSON.parse(token) as string, value(next())]);
          return Object.fromEntries(members);
        }
        const isLarge = /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
        return isLarge ? BigInt(token) : (JSON.parse(token) as JSONValue);
      };
      return value(next());
    }
    """#

  /// The function that converts received values.
  private var decoding: String {
    let integer =
      switch options.largeIntegers {
      case .bigint: "return integer(value, place);"
      case .string: "return integer(value, place).toString();"
      case .number: "return value;"
      }
    let plain = isExact ? "rounded(value)" : "value"
    let check =
      isExact
      ? #"""


      function integer(value: JSONValue, place: string): bigint {
        if (typeof value === "bigint") return value;
        if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
        throw new DecodingError(place, "is not an integer with all of its digits");
      }
      """# : ""
    return #"""
      /** Converts a value from JSON. */
      function decode(value: JSONValue | undefined, shape: WireShape | undefined, place: string): unknown {
        if (value === null || value === undefined) return value;
        // A string or number of one alternative may also have the form of another alternative.
        const [first, ...others] = typeof value === "object" ? [] : alternativesOf(shape, value);
        if (first !== undefined && others.length > 0) {
          try {
            return decode(value, first, place);
          } catch (error) {
            for (const other of others) {
              try {
                return decode(value, other, place);
              } catch {
                continue;
              }
            }
            throw error;
          }
        }
        const found = partsOf(shape, value);
        switch (found.find((part) => typeof part === "string")) {
          case "json":
            return value;
          case "integer":
            \#(integer)
          case "date":
            if (typeof value !== "string") throw new DecodingError(place, "is not a string with a date and time");
            return dateOf(value, place);
          case "base64":
            if (typeof value !== "string") throw new DecodingError(place, "is not a string with base64");
            return fromBase64(value, place);
        }
        if (found.length === 0 || typeof value !== "object") return \#(plain);
        if (Array.isArray(value)) return value.map((element, index) => decode(element, elementOf(found, index), `${place}/${index}`));
        return Object.fromEntries(
          Object.entries(value).map(([name, member]) => {
            return [name, decode(member, memberOf(found, name), `${place}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`)];
          }),
        );
      }
      """# + check
  }

  private static let rounding = #"""
    /** Converts large integers to numbers in a value whose type has no large integers. */
    function rounded(value: JSONValue): JSONValue {
      if (typeof value === "bigint") return Number(value);
      if (typeof value !== "object" || value === null) return value;
      if (Array.isArray(value)) return value.map(rounded);
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
    }
    """#

  private static let shapeLookup = #"""
    /** The shapes of a value, without references and alternatives. */
    function partsOf(shape: WireShape | undefined, value: unknown): WireShape[] {
      if (shape === null || shape === undefined) return [];
      if (typeof shape === "string") return [shape];
      if ("type" in shape) return partsOf(own(shapes, shape.type) as WireShape | undefined, value);
      if ("all" in shape) return shape.all.flatMap((part) => partsOf(part, value));
      if ("oneOf" in shape) return partsOf(shape.oneOf.find(([test]) => satisfies(value, test))?.[1], value);
      return [shape];
    }

    /** The alternatives of a union to which a value may belong; the shape itself if it is not a union. */
    function alternativesOf(shape: WireShape | undefined, value: unknown): WireShape[] {
      if (shape === null || shape === undefined) return [];
      if (typeof shape === "string") return [shape];
      if ("type" in shape) return alternativesOf(own(shapes, shape.type) as WireShape | undefined, value);
      return "oneOf" in shape ? shape.oneOf.filter(([test]) => satisfies(value, test)).map(([, shape]) => shape) : [shape];
    }

    function satisfies(value: unknown, test: WireTest): boolean {
      if (test.kind === "integer") return typeof value === "bigint" || Number.isInteger(value);
      if (test.kind !== undefined) return kindOf(value) === test.kind;
      if (test.one !== undefined) return isOneOf(value, test.one);
      if (test.is === undefined && test.has === undefined) return true;
      if (kindOf(value) !== "object") return false;
      const object = value as object;
      const hasValues = Object.entries(test.is ?? {}).every(([name, member]) => isOneOf(own(object, name), member));
      return hasValues && (test.has ?? []).every((name) => own(object, name) !== undefined);
    }

    /** Whether a value equals a constant, or one of several. Large integers may be numbers, strings or `bigint`. */
    function isOneOf(value: unknown, known: unknown): boolean {
      if (Array.isArray(known)) return known.some((one) => isOneOf(value, one));
      const isInteger = typeof known === "bigint" || Number.isInteger(known);
      return value === known || (isInteger && value !== undefined && String(value) === String(known));
    }

    function kindOf(value: unknown): string {
      if (value === null) return "null";
      if (Array.isArray(value)) return "array";
      if (value instanceof Date || value instanceof Uint8Array) return "string";
      return typeof value === "bigint" ? "number" : typeof value;
    }

    function elementOf(parts: readonly WireShape[], index: number): WireShape | undefined {
      for (const part of parts) {
        if (part === null || typeof part === "string") continue;
        if ("tuple" in part) return index < part.tuple.length ? part.tuple[index] : part.items;
        if ("items" in part) return part.items;
      }
      return undefined;
    }

    function memberOf(parts: readonly WireShape[], name: string): WireShape | undefined {
      for (const part of parts) {
        if (part === null || typeof part === "string") continue;
        if ("members" in part) {
          const member = own(part.members, name);
          if (member !== undefined) return member as WireShape;
        }
        if ("values" in part) return part.values;
      }
      return undefined;
    }
    """#

  private static let writing = #"""
    /** Writes JSON: integers with all digits, dates as in RFC 3339, bytes as base64. */
    function writeJSON(value: unknown): string {
      if (typeof value === "bigint") return value.toString();
      if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
      if (value instanceof Date) return JSON.stringify(value.toISOString());
      if (value instanceof Uint8Array) return JSON.stringify(toBase64(value));
      if (Array.isArray(value)) return `[${value.map((element) => writeJSON(element)).join(",")}]`;
      if (typeof value === "object" && value !== null) {
        const members = Object.entries(value).filter(([, member]) => member !== undefined);
        return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJSON(member)}`).join(",")}}`;
      }
      return JSON.stringify(value) ?? "null";
    }
    """#

  private static let integersOfStrings = #"""
    /** Converts strings that represent integers to `bigint`. */
    function withIntegers(value: unknown, shape: WireShape | undefined): unknown {
      const parts = partsOf(shape, value);
      if (parts.includes("integer") && typeof value === "string") {
        if (!/^-?\d+$/.test(value)) throw new TypeError(`"${value}" is not an integer`);
        return BigInt(value);
      }
      if (parts.length === 0 || typeof value !== "object" || value === null) return value;
      if (value instanceof Date || value instanceof Uint8Array) return value;
      if (Array.isArray(value)) return value.map((element, index) => withIntegers(element, elementOf(parts, index)));
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withIntegers(member, memberOf(parts, name))]));
    }
    """#
}
