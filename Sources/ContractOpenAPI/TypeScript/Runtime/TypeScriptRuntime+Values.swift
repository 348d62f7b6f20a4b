extension TypeScriptRuntime {
  /// The functions that write single values.
  static let values = #"""
    /** A value of a path, query, header, cookie or form as text. */
    function valueText(value: unknown): string {
      if (value instanceof Date) return value.toISOString();
      if (value instanceof Uint8Array) return toBase64(value);
      return typeof value === "object" ? writeJSON(value) : String(value);
    }

    /** Whether a value has members that are sent one by one. */
    function isMap(value: unknown): value is object {
      return typeof value === "object" && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array);
    }

    function toBase64(bytes: Uint8Array): string {
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    }

    function fromBase64(text: string, place: string): Uint8Array {
      try {
        return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      } catch {
        throw new DecodingError(place, "is not base64");
      }
    }

    function dateOf(text: string, place: string): Date {
      const date = new Date(text);
      if (Number.isNaN(date.getTime())) throw new DecodingError(place, "is not a date and time as in RFC 3339");
      return date;
    }
    """#
}
