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

/** The parts of a value, separated by commas; members are `name,value`, or `name=value` in the style "pairs". */
function commaText(value/*: unknown */, style/*: WireStyle | undefined */, encoded/*: (text: string) => string */)/*: string */ {
  const text = (part/*: unknown */)/*: string */ => encoded(valueText(part));
  if (Array.isArray(value)) return value.filter(isPresent).map(text).join(",");
  if (!isMap(value)) return text(value);
  const members = Object.entries(value).filter(([, member]) => isPresent(member));
  return members.map(([key, member]) => text(key) + (style === "pairs" ? "=" : ",") + text(member)).join(",");
}

/** The encoded text of a value in a path (RFC 6570 §3.2); empty for a list or an object without parts. A star marks an exploded style. */
function pathText(name/*: string */, value/*: unknown */, style/*: WireStyle | undefined */)/*: string */ {
  if (style === "json") return encodeURIComponent(writeJSON(value));
  const encoded = (part/*: unknown */)/*: string */ => encodeURIComponent(valueText(part));
  const named = (key/*: string */, text/*: string */)/*: string */ => `;${encoded(key)}${text === "" ? "" : `=${text}`}`;
  if (style === "label*" || style === "matrix*") {
    const isLabel = style === "label*";
    const element = (part/*: unknown */)/*: string */ => (isLabel ? `.${encoded(part)}` : named(name, encoded(part)));
    if (Array.isArray(value)) return value.filter(isPresent).map(element).join("");
    if (!isMap(value)) return element(value);
    const members = Object.entries(value).filter(([, member]) => isPresent(member));
    return members.map(([key, member]) => (isLabel ? `.${encoded(key)}=${encoded(member)}` : named(key, encoded(member)))).join("");
  }
  const text = commaText(value, style, encodeURIComponent);
  if (style === "label") return `.${text}`;
  if (style !== "matrix") return text;
  return text === "" && (Array.isArray(value) || isMap(value)) ? "" : named(name, text);
}

/** The encoded segment of a value in a path. */
function pathSegment(name/*: string */, value/*: unknown */, style/*?: WireStyle */)/*: string */ {
  const text = isPresent(value) ? pathText(name, value, style) : "";
  if (text === "" || text === "." || text === "..") {
    throw new TypeError(`the path value ${name} must not be absent, empty, "." or ".."`);
  }
  return text;
}

/** The value of a header. */
function headerText(name/*: string */, value/*: unknown */, style/*?: WireStyle */)/*: string */ {
  const quoted = (text/*: string */)/*: string */ => (/^$|[",]|^\s|\s$/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : text);
  const escaped = (character/*: string */)/*: string */ => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = style === "json" ? writeJSON(value).replace(/[\x7f-\uffff]/g, escaped)
    : Array.isArray(value) ? value.filter(isPresent).map((element) => quoted(valueText(element))).join(", ")
    : commaText(value, style, (part) => part);
  if (!/^[\t\x20-\x7e]*$/.test(text)) throw new TypeError(`the header ${name} must be ASCII without ends of lines`);
  return text;
}
