// Functions that send requests, and that show responses and the fields that a 400 names.

const mostShown = 500_000;
/** The size after which the rest of a body is not read, because a stream may have no end. */
const mostKept = 64 << 20;

/** Sends a request and shows its response in `panel`. Returns the problem if the response is one. */
async function send(request, panel, signal) {
  const start = performance.now();
  setCookies(request.cookies, 60);
  try {
    // Without cookies, the browser's own credentials are omitted. Otherwise the browser would ask for a password after a 401.
    const response = await fetch(request.url, {
      method: request.method, headers: request.headers, body: request.body?.body ?? null, signal, cache: "no-store",
      credentials: request.cookies.length > 0 ? "same-origin" : "omit",
    });
    const type = response.headers.get("Content-Type") ?? "";
    const live = element("pre", { tabindex: "0" });
    const view = responseView(response, performance.now() - start, live);
    panel.replaceChildren(view.node);
    const bytes = await collect(response, /text|json|xml|stream/.test(type) ? live : null);
    view.finish(bytes, performance.now() - start);
    announce(`Response ${response.status} ${response.statusText}`);
    if (!/json/.test(type)) return null;
    return { status: response.status, content: parseJSON(new TextDecoder().decode(bytes)) };
  } catch (error) {
    const words = error.name === "AbortError" ? "The request was stopped." : error instanceof SyntaxError ? `The body is not JSON: ${error.message}` : `No response: ${error.message}. The server may be down, or it does not allow requests from this page (CORS).`;
    panel.append(element("p.error", { role: "alert" }, words));
    announce(words);
    return null;
  } finally {
    setCookies(request.cookies, 0);
  }
}

/** Sets cookies of the page while the request is sent, because a page cannot send a `Cookie` header. */
function setCookies(pairs, seconds) {
  for (const text of cookieTexts(pairs)) document.cookie = `${text}; path=/; max-age=${seconds}; samesite=strict`;
}

/** Reads a body to its end, and shows text as it arrives. */
async function collect(response, live) {
  const chunks = [];
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (let shown = 0; reader !== undefined;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    if (live !== null && shown < mostShown) live.append(decoder.decode(value, { stream: true }));
    shown += value.length;
    if (shown > mostKept) await reader.cancel();
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function responseView(response, milliseconds, live) {
  const content = element("div.content", {}, live);
  const facts = element("p", {});
  const describe = (time, size) => facts.replaceChildren(
    element(`strong.status.s${Math.trunc(response.status / 100)}`, {}, `${response.status} ${response.statusText}`), ` in ${Math.round(time)} ms`, size === undefined ? "" : `, ${size} bytes${size > mostKept ? ", the rest was not read" : ""}`, response.redirected ? `, redirected to ${response.url}` : "");
  describe(milliseconds);
  const headers = [...response.headers].map(([name, value]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)));
  const node = element("div", {}, facts, element("details", { open: true }, element("summary", {}, `${headers.length} headers`), element("table", {}, headers)), content);
  return {
    node,
    finish(bytes, time) {
      describe(time, bytes.length);
      const type = response.headers.get("Content-Type") ?? "";
      content.replaceChildren(bytes.length === 0 ? element("p.quiet", {}, "No body.") : bodyView(bytes, type));
    },
  };
}

function bodyView(bytes, type) {
  const download = () => {
    const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
    element("a", { href: url, download: "response" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  if (!/text|json|xml|yaml|urlencoded|stream/.test(type) || /octet-stream/.test(type)) return element("p", {}, `${bytes.length} bytes of ${type || "an unnamed type"} `, button("Save", download));
  const text = new TextDecoder().decode(bytes);
  if (text.length > mostShown) {
    return element("div", {}, element("p", {}, "The first part of a long body. ", button("Save", download)), element("pre", { tabindex: "0" }, text.slice(0, mostShown)));
  }
  if (/[/+]json/.test(type)) {
    try {
      JSON.parse(text);
      return colored(indented(text));
    } catch {
      return element("pre", { tabindex: "0" }, text);
    }
  }
  return element("pre", { tabindex: "0" }, text);
}

/** Shows each message of a 400 next to the field that the message names. Returns the control of the first one. */
function markInputs(problem, inputs, body) {
  const errors = list(own(problem.content, "errors")).filter(isMap);
  let first = null;
  const rest = [];
  for (const error of errors) {
    const message = string(error.message) || string(error.code);
    let control;
    if (error.in === "body") {
      control = body?.mark(string(error.pointer), message);
    } else {
      const [name, ...path] = string(error.name).split(/[[\].]+/).filter((part) => part !== "");
      const matches = ({ parameter }) => parameter.in === error.in && (parameter.name === error.name || parameter.name === name || (error.in === "header" && parameter.name.toLowerCase() === name.toLowerCase()));
      control = inputs.find(matches)?.field.mark(path, message);
    }
    if (control === undefined || control === null) rest.push(message);
    first ??= control ?? null;
  }
  return { first, count: errors.length, rest };
}
