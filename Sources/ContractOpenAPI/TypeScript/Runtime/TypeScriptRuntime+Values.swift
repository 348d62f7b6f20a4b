extension TypeScriptRuntime {
  /// The functions that write single values.
  static let values = #"""
    /** A value of a path, query, header, cookie or form as text. */
    function valueText(value: unknown): string {
      if (value instanceof Date) return value.toISOString();
      if (value instanceof Uint8Array) return toBase64(value);
      return typeof value === "object" ? writeJSON(value) : String(value);
    }

    /** The pairs of a value in a query or form. */
    function pairs(name: string, value: unknown, style?: WireStyle): string[] {
      const pair = (text: string): string => `${encodeURIComponent(name)}=${text}`;
      const encoded = (value: unknown): string => encodeURIComponent(valueText(value));
      const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
      if (!isPresent(value)) return [];
      if (style === "json") return [pair(encodeURIComponent(writeJSON(value)))];
      const separator = style === "comma" ? "," : style === "space" ? "%20" : style === "pipe" ? "%7C" : undefined;
      if (Array.isArray(value)) {
        const elements = value.filter(isPresent);
        if (separator === undefined) return elements.flatMap((element) => pairs(name, element, style));
        return elements.length === 0 ? [] : [pair(elements.map(encoded).join(separator))];
      }
      if (typeof value !== "object" || value === null || value instanceof Date || value instanceof Uint8Array) {
        return [pair(encoded(value))];
      }
      const members = Object.entries(value).filter(([, member]) => isPresent(member));
      if (style === "deepObject") return members.flatMap(([key, member]) => pairs(`${name}[${key}]`, member, style));
      if (separator === undefined) return members.flatMap(([key, member]) => pairs(key, member));
      return [pair(members.flatMap(([key, member]) => [encoded(key), encoded(member)]).join(separator))];
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
