// Requests: parameters in their styles, credentials, and the curl command.

/** Returns a value as text. */
function valueText(value) {
  return isMap(value) || Array.isArray(value) ? writeJSON(value) : String(value);
}

/** Returns a JSON text in one line. */
function writeJSON(value) {
  return stringify(value).replaceAll(/\n\s*/g, "");
}

/** Returns the name of a parameter's serialization, as in a generated client; undefined for repeated names. */
function wireStyle(parameter) {
  const style = string(parameter.style) || "form";
  if (parameter.content !== undefined) return "json";
  if (style === "deepObject") return style;
  if (parameter.explode ?? style === "form") return undefined;
  return { spaceDelimited: "space", pipeDelimited: "pipe" }[style] ?? "comma";
}

/** Returns the name of the serialization in a path or header; undefined for parts that are separated by commas. */
function simpleStyle(parameter) {
  if (parameter.content !== undefined) return "json";
  return parameter.explode === true ? "pairs" : undefined;
}

/** Returns the names and values of cookies: one for each element or member. */
function cookiePairs(parameter, value) {
  if (parameter.content !== undefined) return [[parameter.name, writeJSON(value)]];
  if (isMap(value) && parameter.explode !== false) return entries(value).map(([key, member]) => [key, valueText(member)]);
  return [value].flat().map((element) => [parameter.name, valueText(element)]);
}

/** Returns the name of the serialization in a path; undefined for the style simple without exploded members. */
function pathStyle(parameter) {
  const { style } = parameter;
  if (parameter.content !== undefined || (style !== "label" && style !== "matrix")) return simpleStyle(parameter);
  return parameter.explode === true ? `${style}*` : style;
}

/** Returns the request for the inputs of an operation's form. */
function makeRequest(operation, inputs, body) {
  const request = { method: operation.method.toUpperCase(), headers: [], query: [], cookies: [], body: null };
  let path = operation.path;
  for (const { parameter, field } of inputs) {
    const value = field.get();
    if (value === undefined) continue;
    if (parameter.in === "path") {
      const segment = () => pathSegment(parameter.name, value, pathStyle(parameter));
      path = path.replaceAll(`{${parameter.name}}`, segment).replaceAll(`{${parameter.name}...}`, () => segment().replaceAll("%2F", "/"));
    } else if (parameter.in === "query") request.query.push(...pairs(parameter.name, value, wireStyle(parameter)));
    else if (parameter.in === "header") request.headers.push([parameter.name, headerText(parameter.name, value, simpleStyle(parameter))]);
    else if (parameter.in === "cookie") request.cookies.push(...cookiePairs(parameter, value));
  }
  const encoded = body?.encode() ?? null;
  if (encoded !== null) {
    request.headers.push(["Content-Type", encoded.type]);
    request.body = encoded;
  }
  const types = Object.keys(operation.responses).flatMap((status) => Object.keys(resolve(operation.responses[status]).value.content ?? {}));
  if (types.length > 0 && !request.headers.some(([name]) => name.toLowerCase() === "accept")) {
    request.headers.push(["Accept", [...new Set(types)].join(", ")]);
  }
  addCredentials(request, operation.security);
  const query = request.query.join("&");
  request.url = serverURL().replace(/\/$/, "") + path + (query === "" ? "" : `${path.includes("?") ? "&" : "?"}${query}`);
  return request;
}

/** Returns cookies as the value of a header. Only characters that a cookie cannot contain are encoded (RFC 6265 §4.1.1). */
function cookieTexts(pairs) {
  return pairs.map((pair) => pair.map((text) => text.replaceAll(/[^\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]/g, encodeURIComponent)).join("="));
}

let chosenServer = 0;

function servers() {
  const declared = list(api.servers).filter(isMap);
  return declared.length > 0 ? declared : [{ url: "/" }];
}

/** Returns the URL of the chosen server, with the defaults of its variables, relative to the document. */
function serverURL() {
  const server = servers()[chosenServer];
  const address = string(server.url).replaceAll(/\{([^{}]{1,100})\}/g, (_, name) => String(own(own(server.variables, name), "default") ?? ""));
  return new URL(address, documentURL()).href;
}

function documentURL() {
  return document.querySelector("link[rel=alternate]").href;
}

/** Returns a word for a POSIX shell. */
function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns the curl command for a request. With `isMasked`, credentials are hidden. */
function curlCommand(request, isMasked) {
  const hide = (text) => (isMasked ? request.secrets.reduce((result, secret) => result.replaceAll(secret, "••••"), text) : text);
  const lines = [`curl ${request.method === "GET" ? "" : `-X ${request.method} `}${quoted(hide(request.url))}`];
  for (const [name, value] of request.headers) {
    if (name === "Content-Type" && request.body?.isMultipart === true) continue;
    lines.push(`-H ${quoted(`${name}: ${hide(value)}`)}`);
  }
  if (request.cookies.length > 0) lines.push(`-b ${quoted(hide(cookieTexts(request.cookies).join("; ")))}`);
  const words = request.body?.curl ?? [];
  for (let index = 0; index + 1 < words.length; index += 2) lines.push(`${words[index]} ${quoted(words[index + 1])}`);
  return lines.join(" \\\n  ");
}
