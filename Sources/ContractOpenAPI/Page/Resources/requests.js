// Requests: parameters in their styles, credentials, and the curl command.

/** Returns a value as text. */
function plain(value) {
  return isMap(value) || Array.isArray(value) ? stringify(value).replaceAll(/\n\s*/g, "") : String(value);
}

/** Returns the names and values of a query or form value (OpenAPI, style values). */
function queryPairs(parameter, value) {
  const { name } = parameter;
  const style = string(parameter.style) || "form";
  const explodes = parameter.explode ?? style === "form";
  if (parameter.content !== undefined) return [[name, stringify(value).replaceAll(/\n\s*/g, "")]];
  if (Array.isArray(value)) {
    if (explodes) return value.map((element) => [name, plain(element)]);
    const separator = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
    return [[name, value.map(plain).join(separator)]];
  }
  if (!isMap(value)) return [[name, plain(value)]];
  const members = entries(value).filter(([, member]) => member !== undefined);
  if (style === "deepObject") {
    return members.flatMap(([key, member]) => (Array.isArray(member) ? member : [member]).map((element) => [`${name}[${key}]`, plain(element)]));
  }
  return explodes ? members.map(([key, member]) => [key, plain(member)]) : [[name, members.flat().map(plain).join(",")]];
}

/** Returns the encoded segment of a path (styles simple, label and matrix). */
function pathText(parameter, value) {
  const style = string(parameter.style) || "simple";
  const encode = (part) => encodeURIComponent(plain(part)).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  const pairs = isMap(value) ? entries(value) : list(value).map((element) => [parameter.name, element]);
  const explodes = parameter.explode === true;
  const joined = (separator) => (isMap(value)
    ? pairs.map((pair) => pair.map(encode).join(explodes ? "=" : ",")).join(separator)
    : Array.isArray(value) ? value.map(encode).join(separator) : encode(value));
  if (style === "label") return `.${joined(explodes ? "." : ",")}`;
  if (style === "matrix") {
    if (explodes && pairs.length > 0) return pairs.map(([name, member]) => `;${encode(name)}=${encode(member)}`).join("");
    return `;${encode(parameter.name)}=${joined(",")}`;
  }
  // A whole value is one segment, except a dot segment, which a browser would resolve.
  return joined(",");
}

/** Returns a header's value (style simple). */
function headerText(parameter, value) {
  if (Array.isArray(value)) return value.map(plain).join(",");
  if (!isMap(value)) return plain(value);
  return entries(value).map((pair) => pair.map(plain).join(parameter.explode === true ? "=" : ",")).join(",");
}

/** Returns the request for the inputs of an operation's form. */
function makeRequest(operation, inputs, body) {
  const request = { method: operation.method.toUpperCase(), headers: [], query: [], cookies: [], body: null };
  let path = operation.path;
  for (const { parameter, field } of inputs) {
    const value = field.get();
    if (value === undefined) continue;
    if (parameter.in === "path") path = path.replaceAll(`{${parameter.name}}`, () => pathText(parameter, value)).replaceAll(`{${parameter.name}...}`, () => pathText(parameter, value).replaceAll("%2F", "/"));
    else if (parameter.in === "query") request.query.push(...queryPairs(parameter, value));
    else if (parameter.in === "header") request.headers.push([parameter.name, headerText(parameter, value)]);
    else if (parameter.in === "cookie") request.cookies.push(...queryPairs(parameter, value));
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
  const query = request.query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  request.url = serverURL().replace(/\/$/, "") + path + (query === "" ? "" : `${path.includes("?") ? "&" : "?"}${query}`);
  return request;
}

/** Returns cookies as the value of a header. Only what a cookie cannot contain is encoded (RFC 6265 §4.1.1). */
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
