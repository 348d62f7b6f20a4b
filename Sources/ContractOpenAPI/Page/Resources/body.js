// Editors of request bodies. Each has `node`, `encode()`, `mark(pointer, message)` and `clear()`.

/** Returns the editor for a media type. `encode()` returns the body, its type, and the arguments of curl. */
function bodyEditor(type, media, isRequired) {
  const essence = type.split(";")[0].trim().toLowerCase();
  const schema = media.schema ?? {};
  const shown = example(media) ?? sample(schema);
  if (/[/+]json$/.test(essence)) return jsonEditor(type, schema, shown, isRequired);
  if (essence === "multipart/form-data") return multipartEditor(schema, shown, media.encoding);
  if (essence === "application/x-www-form-urlencoded") return formEditor(schema, shown, media.encoding);
  if (/^text\/|json|xml|yaml/.test(essence)) return textEditor(type, schema, shown);
  return fileEditor(type, schema);
}

function jsonEditor(type, schema, shown, isRequired) {
  const area = element("textarea", { rows: 10, spellcheck: "false", autocomplete: "off", "aria-label": `Body as ${type}` });
  const problem = element("p.error", { role: "alert" });
  const content = element("div");
  const form = makeField(schema, { label: "", isRequired: true, depth: 0, describe: false });
  const modes = [];
  let mode = "";
  const value = () => (mode === "form" ? form.get() : area.value.trim() === "" ? undefined : parseJSON(area.value));
  const show = (next) => {
    problem.replaceChildren();
    try {
      const current = mode === "" ? shown : value();
      if (next === "form") form.set(current);
      else area.value = current === undefined ? "" : stringify(current);
    } catch (error) {
      problem.textContent = error instanceof InvalidField ? error.message : `This is not JSON: ${error.message}`;
      return;
    }
    mode = next;
    content.replaceChildren(mode === "form" ? form.node : area);
    for (const [name, control] of modes) control.setAttribute("aria-pressed", String(name === mode));
  };
  for (const name of ["form", "json"]) modes.push([name, button(name === "form" ? "Form" : "JSON", () => show(name))]);
  show("form");
  return {
    node: element("div", {}, element("div.switch", { role: "group", "aria-label": "Edit the body as" }, modes.map(([, control]) => control)), content, problem),
    encode() {
      // Invalid JSON is sent unchanged, so that the server can refuse it.
      const text = mode === "form" ? stringify(form.get() ?? {}) : area.value;
      if (text.trim() === "" && !isRequired) return null;
      return { body: text, type, curl: ["--data-raw", text] };
    },
    mark(pointer, message) {
      if (mode === "form") return form.mark(pointerPath(pointer), message);
      problem.append(element("span", {}, pointer === "" ? message : [element("code", {}, pointer), " ", message]));
      area.setAttribute("aria-invalid", "true");
      return area;
    },
    clear() {
      form.clear();
      problem.replaceChildren();
      area.removeAttribute("aria-invalid");
    },
  };
}

/** Returns the names and indices of a JSON Pointer (RFC 6901). */
function pointerPath(pointer) {
  return string(pointer).split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the part that the editors of forms and of multipart bodies share: a field for each part. */
function partsEditor(schema, shown, encoding) {
  const flat = read(schema).schema;
  const field = objectField(flat, { label: "", depth: 0, describe: false, isPlain: true, encoding });
  field.set(shown);
  return { node: field.node, parts: () => entries(field.get()), mark: (pointer, message) => field.mark(pointerPath(pointer), message), clear: () => field.clear() };
}

function formEditor(schema, shown, encoding) {
  const editor = partsEditor(schema, shown, encoding);
  editor.encode = () => {
    const text = editor.parts().flatMap(([name, value]) => pairs(name, value, fieldStyle(own(encoding, name) ?? {}, value))).join("&");
    return { body: text, type: "application/x-www-form-urlencoded", curl: ["--data-raw", text] };
  };
  return editor;
}

/** Returns the serialization of a field of a form. Without a style, objects are JSON (OpenAPI 3.1.1 §4.8.15.1.1). */
function fieldStyle(encoding, value) {
  const isStyled = encoding.style !== undefined || encoding.explode !== undefined;
  return !isStyled && isMap(value) ? "json" : wireStyle(encoding);
}

function multipartEditor(schema, shown, encoding) {
  const editor = partsEditor(schema, shown, encoding);
  editor.encode = () => {
    const boundary = `contract-${crypto.getRandomValues(new Uint32Array(4)).join("")}`;
    const escaped = (name) => name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
    const pieces = [];
    const curl = [];
    for (const [name, value] of editor.parts()) {
      for (const part of Array.isArray(value) ? value : [value]) {
        const file = part instanceof File ? part : null;
        const isJSON = file === null && part !== null && typeof part === "object" && !(part instanceof ExactNumber);
        const declared = string(own(own(encoding, name), "contentType")).split(",")[0].trim();
        const type = file === null ? (isJSON ? declared || "application/json" : declared) : file.type || (declared.includes("*") ? "" : declared) || "application/octet-stream";
        const text = isJSON ? stringify(part) : String(part);
        pieces.push(`--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`, file === null ? "" : `; filename="${escaped(file.name)}"`,
          type === "" ? "" : `\r\nContent-Type: ${type}`, "\r\n\r\n", file ?? text, "\r\n");
        curl.push(file === null && type === "" ? "--form-string" : "-F", `${name}=${file === null ? text : `@${file.name}`}${type === "" ? "" : `;type=${type}`}`);
      }
    }
    pieces.push(`--${boundary}--\r\n`);
    return { body: new Blob(pieces), type: `multipart/form-data; boundary=${boundary}`, isMultipart: true, curl };
  };
  return editor;
}

function textEditor(type, schema, shown) {
  const area = element("textarea", { rows: 6, spellcheck: "false" });
  area.value = typeof shown === "string" ? shown : stringify(shown).replaceAll(/\n\s*/g, "");
  const field = labelled(area, read(schema).schema, { label: "Body", type, describe: false });
  field.encode = () => (area.value === "" ? null : { body: area.value, type, curl: ["--data-raw", area.value] });
  return field;
}

function fileEditor(type, schema) {
  const control = element("input", { type: "file" });
  const field = labelled(control, read(schema).schema, { label: "File", type, describe: false });
  field.encode = () => {
    const file = control.files[0];
    if (file === undefined) return null;
    return { body: file, type: type.includes("*") ? file.type || "application/octet-stream" : type, curl: ["--data-binary", `@${file.name}`] };
  };
  return field;
}
