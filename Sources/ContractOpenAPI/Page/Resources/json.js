// JSON with exact numbers, and functions that read values of unknown types.

/** A number with the digits of its JSON text, such as 9223372036854775807, which `Number` would round. */
class ExactNumber {
  constructor(source) {
    this.source = source;
  }

  toString() {
    return this.source;
  }
}

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** Parses a JSON text. A number that `Number` would round becomes an `ExactNumber`. */
function parseJSON(text) {
  return JSON.parse(text, (_, value, context) => {
    const source = context?.source;
    return typeof value === "number" && source !== undefined && String(value) !== source ? new ExactNumber(source) : value;
  });
}

/** Returns a typed number. Other text is returned as a string, so that the server can refuse it. */
function typedNumber(text) {
  if (!numberPattern.test(text)) return text;
  return String(Number(text)) === text ? Number(text) : new ExactNumber(text);
}

/** Returns an indented JSON text. */
function stringify(value, margin = "") {
  const inner = margin.length < 80 ? `${margin}  ` : margin;
  if (value instanceof ExactNumber) return value.source;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((element) => inner + stringify(element, inner)).join(",\n")}\n${margin}]`;
  }
  if (isMap(value)) {
    const members = entries(value).filter(([, member]) => member !== undefined);
    if (members.length === 0) return "{}";
    const lines = members.map(([name, member]) => `${inner}${JSON.stringify(name)}: ${stringify(member, inner)}`);
    return `{\n${lines.join(",\n")}\n${margin}}`;
  }
  return JSON.stringify(value) ?? "null";
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Returns a valid JSON text with new line breaks and unchanged digits. Not recursive, so that any depth is possible. */
function indented(text) {
  let result = "";
  let depth = 0;
  let previous = "";
  const line = () => `\n${"  ".repeat(Math.min(depth, 40))}`;
  for (const [token] of text.matchAll(tokens)) {
    const closes = token === "}" || token === "]";
    if (closes) depth -= 1;
    const isEmpty = closes && (previous === "{" || previous === "[");
    if ((closes && !isEmpty) || previous === "," || (!closes && (previous === "{" || previous === "["))) result += line();
    result += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth += 1;
    previous = token;
  }
  return result;
}

/** Returns a `pre` with a JSON text in colors; without colors if it is long. */
function colored(text) {
  const shown = element("pre", { tabindex: "0" });
  if (text.length > 100_000) {
    shown.textContent = text;
    return shown;
  }
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    if (match.index > end) shown.append(text.slice(end, match.index));
    end = match.index + match[0].length;
    const isName = match[0][0] === '"' && text[end] === ":";
    const kind = isName ? "name" : match[0][0] === '"' ? "string" : /^[-\d]/.test(match[0]) ? "number" : "";
    shown.append(kind === "" ? match[0] : element(`span.${kind}`, {}, match[0]));
  }
  shown.append(text.slice(end));
  return shown;
}

// A document may have any value anywhere. For a value of another type, these functions return an empty value of the expected type.

function isMap(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof ExactNumber);
}

function own(value, name) {
  return isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function list(value) {
  return Array.isArray(value) ? value : [];
}

function entries(value) {
  return isMap(value) ? Object.entries(value) : [];
}

function string(value) {
  return typeof value === "string" ? value : "";
}
