// Fields of forms. Each has `node`, `get()` (undefined: not sent), `set(value)`, `mark(path, message)` and `clear()`.

/** Returns the field for a schema. Settings: `label`, `isRequired`, `depth`, `contentType`, `describe`, `budget`. */
function makeField(node, settings) {
  const { schema, isNullable } = read(node);
  // Required members may be recursive, or too many for a form.
  const budget = settings.budget ?? { fields: 300 };
  settings = { ...settings, budget };
  budget.fields -= 1;
  const isOptional = settings.isRequired !== true;
  const depth = settings.depth ?? 0;
  if (isFile(schema, settings.contentType)) return fileField(schema, settings);
  if (settings.isPlain !== true && (isNullable || (isOptional && depth > 0)) && settings.isWrapped !== true) {
    return optionalField(node, settings, isNullable);
  }
  if (depth > 12 || budget.fields < 0) return jsonField(settings, node);
  const options = variants(schema);
  const suggested = options.flatMap((option) => list(flatten(option).enum));
  if (options.length > 0 && suggested.length > 0 && options.every((option) => typeOf(flatten(option)) === "string")) {
    return textField({ ...schema, type: "string" }, settings, suggested);
  }
  if (options.length > 0) return settings.isPlain === true ? textField(schema, settings) : choiceField(schema, options, settings);
  if (list(schema.enum).length > 0 || schema.const !== undefined) return selectField(schema, settings);
  switch (typeOf(schema)) {
    case "boolean": return selectField({ ...schema, enum: [true, false] }, settings);
    case "string": case "integer": case "number": return textField(schema, settings);
    case "array": return isFile(read(schema.items).schema, settings.contentType) ? fileField(schema, settings, true) : arrayField(schema, settings);
    case "object": return isMap(schema.properties) ? objectField(schema, settings) : jsonField(settings, node);
    default: return jsonField(settings, node);
  }
}

/** Returns a control with its label, its rules and a space for messages. */
function labelled(control, schema, settings) {
  const id = uniqueID();
  control.id = id;
  const message = element("p.error", { id: `${id}-error` });
  const type = settings.type ?? typeName(schema);
  const words = [type, ...rules(schema)].filter(Boolean).join(" · ");
  control.setAttribute("aria-describedby", `${id}-hint ${id}-error`);
  const isNeeded = settings.isRequired === true && settings.isElement !== true;
  if (isNeeded) control.setAttribute("aria-required", "true");
  const label = element("label", { for: id }, settings.label, isNeeded && element("span.required", {}, " required"), schema.deprecated === true && element("span.badge", {}, "deprecated"));
  const description = settings.describe === false ? null : markdown(settings.description ?? schema.description);
  const node = element("div.field", {}, label, element("span.hint", { id: `${id}-hint` }, words), description, control, message);
  return {
    node,
    mark(_, text) {
      control.setAttribute("aria-invalid", "true");
      message.append(element("span", {}, text));
      return control;
    },
    clear() {
      control.removeAttribute("aria-invalid");
      message.replaceChildren();
    },
  };
}

function textField(schema, settings, suggested = []) {
  const type = typeOf(schema);
  const isNumber = type === "integer" || type === "number";
  const isLong = type === "string" && Number(schema.maxLength ?? 0) > 500;
  const control = element(isLong ? "textarea" : "input", {
    type: isLong ? null : schema.format === "password" ? "password" : "text", rows: isLong ? 3 : null, inputmode: type === "integer" ? "numeric" : null,
    autocomplete: "off", spellcheck: "false", placeholder: schema.default === undefined ? null : short(schema.default),
  });
  const field = labelled(control, schema, settings);
  if (suggested.length > 0) {
    const id = uniqueID();
    control.setAttribute("list", id);
    field.node.append(element("datalist", { id }, suggested.map((value) => element("option", { value: String(value) }))));
  }
  field.get = () => {
    const text = control.value;
    if (text === "" && (settings.isRequired !== true || isNumber)) return settings.isWrapped === true && !isNumber ? "" : undefined;
    return isNumber ? typedNumber(text.trim()) : text;
  };
  field.set = (value) => { control.value = value === undefined || value === null ? "" : typeof value === "string" ? value : stringify(value); };
  return field;
}

function selectField(schema, settings) {
  const choices = schema.const === undefined ? list(schema.enum).filter((choice) => choice !== null) : [schema.const];
  const control = element("select", {},
    settings.isRequired !== true && settings.isWrapped !== true && element("option", { value: "" }, "not sent"),
    choices.map((choice, index) => element("option", { value: String(index) }, short(choice))));
  const field = labelled(control, schema, settings);
  field.get = () => (control.value === "" ? undefined : choices[Number(control.value)]);
  field.set = (value) => {
    const index = choices.findIndex((choice) => String(choice) === String(value));
    if (index >= 0) control.value = String(index);
    else if (value === undefined && settings.isRequired !== true && settings.isWrapped !== true) control.value = "";
  };
  return field;
}

function fileField(schema, settings, isMany = false) {
  const control = element("input", { type: "file", multiple: isMany });
  const field = labelled(control, schema, { ...settings, type: isMany ? "files" : "file" });
  field.get = () => (control.files.length === 0 ? undefined : isMany ? [...control.files] : control.files[0]);
  field.set = () => {};
  return field;
}

/** Returns a field whose value is typed as JSON, for schemas without a form. */
function jsonField(settings, node) {
  const control = element("textarea", { rows: 4, spellcheck: "false", autocomplete: "off" });
  const field = labelled(control, read(node).schema, { ...settings, type: `JSON: ${typeName(node)}` });
  field.get = () => {
    if (control.value.trim() === "") return undefined;
    try {
      return parseJSON(control.value);
    } catch (error) {
      throw new InvalidField(field.mark([], `This is not JSON: ${error.message}`));
    }
  };
  field.set = (value) => { control.value = value === undefined ? "" : stringify(value); };
  return field;
}

/** An error of a field whose value cannot be sent. The field shows the reason. */
class InvalidField extends Error {
  constructor(control) {
    super("A field has a value that cannot be sent.");
    this.control = control;
  }
}
