// Parameters as text. Generated TypeScript also contains these functions, with types from the comments that begin with a colon.

function isPresent(value/*: unknown */)/*: boolean */ {
  return value !== undefined && value !== null;
}

/** The encoded pairs of a value in a query or form. */
function pairs(name/*: string */, value/*: unknown */, style/*?: WireStyle */)/*: string[] */ {
  const pair = (text/*: string */)/*: string */ => `${encodeURIComponent(name)}=${text}`;
  const encoded = (value/*: unknown */)/*: string */ => encodeURIComponent(valueText(value));
  if (!isPresent(value)) return [];
  if (style === "json") return [pair(encodeURIComponent(writeJSON(value)))];
  const separator = style === "comma" ? "," : style === "space" ? "%20" : style === "pipe" ? "%7C" : undefined;
  if (Array.isArray(value)) {
    const elements = value.filter(isPresent);
    // The members of an element could not be distinguished from the members of the next element.
    if (separator === undefined) return elements.map((element) => pair(encoded(element)));
    return elements.length === 0 ? [] : [pair(elements.map(encoded).join(separator))];
  }
  if (!isMap(value)) return [pair(encoded(value))];
  const members = Object.entries(value).filter(([, member]) => isPresent(member));
  if (style === "deepObject") return members.flatMap(([key, member]) => pairs(`${name}[${key}]`, member, style));
  if (separator === undefined) return members.flatMap(([key, member]) => pairs(key, member));
  return [pair(members.flatMap(([key, member]) => [encoded(key), encoded(member)]).join(separator))];
}

/** The encoded segment of a value in a path. */
function pathSegment(name/*: string */, value/*: unknown */)/*: string */ {
  const parts = Array.isArray(value) ? value : isMap(value) ? Object.entries(value).flat() : [value];
  const text = parts.map((part) => encodeURIComponent(valueText(part))).join(",");
  if (!isPresent(value) || text === "" || text === "." || text === "..") {
    throw new TypeError(`the path value ${name} must not be absent, empty, "." or ".."`);
  }
  return text;
}

/** The value of a header. */
function headerText(name/*: string */, value/*: unknown */)/*: string */ {
  const quoted = (text/*: string */)/*: string */ => (/^$|[",]|^\s|\s$/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : text);
  const text = Array.isArray(value) ? value.map((element) => quoted(valueText(element))).join(", ")
    : isMap(value) ? Object.entries(value).flat().map(valueText).join(",") : valueText(value);
  if (!/^[\t\x20-\x7e]*$/.test(text)) throw new TypeError(`the header ${name} must be ASCII without ends of lines`);
  return text;
}
