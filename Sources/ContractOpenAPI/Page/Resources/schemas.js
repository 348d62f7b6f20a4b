// The document, its references, and the meaning of its schemas.

/** The document; set once when it is loaded. */
let api = {};

/** Returns the value of a reference within the document; undefined if there is none. */
function target(reference) {
  if (!reference.startsWith("#/")) return undefined;
  let value = api;
  for (const part of reference.slice(2).split("/")) {
    let name = part;
    try {
      name = decodeURIComponent(part);
    } catch {
      // The name contains a percent sign.
    }
    name = name.replaceAll("~1", "/").replaceAll("~0", "~");
    value = Array.isArray(value) ? value[Number(name)] : own(value, name);
  }
  return value;
}

/** Follows references. Returns the value, and the name of the last component. */
function resolve(node) {
  let value = node;
  let name = "";
  for (let steps = 0; steps < 32; steps += 1) {
    const reference = own(value, "$ref");
    if (typeof reference !== "string") return { value: value ?? {}, name };
    const found = target(reference);
    if (found === undefined) return { value: { description: `The reference ${reference} has no target.` }, name };
    const { $ref: _, ...siblings } = value;
    name = reference.slice(reference.lastIndexOf("/") + 1).replaceAll("~1", "/").replaceAll("~0", "~");
    value = isMap(found) ? { ...found, ...siblings } : found;
  }
  return { value: {}, name };
}

/** The flattened nodes. Each node is flattened once, because a document could otherwise take exponential time. */
const flattened = new WeakMap();

/** Returns a schema without references and `allOf`. The parts of `allOf` are merged. */
function flatten(node) {
  if (!isMap(node)) return {};
  const known = flattened.get(node);
  if (known !== undefined) return known;
  flattened.set(node, {});
  const { value } = resolve(node);
  let result = isMap(value) ? value : {};
  if (list(result.allOf).length > 0) {
    const { allOf, ...rest } = result;
    const parts = [...allOf.map(flatten), rest];
    const properties = Object.create(null);
    const required = new Set();
    for (const part of parts) {
      for (const [name, property] of entries(part.properties)) properties[name] = property;
      for (const name of list(part.required)) required.add(name);
    }
    result = Object.assign({}, ...parts, { required: [...required] });
    if (Object.keys(properties).length > 0) result.properties = properties;
  }
  flattened.set(node, result);
  return result;
}

/** Returns true for the alternative null. OpenAPI 3.0 has no type for it, only a list with one value. */
function isNull(node) {
  const schema = flatten(node);
  return schema.type === "null" || (list(schema.enum).length === 1 && schema.enum[0] === null);
}

/** Returns true for the alternative of an empty string. With it, a schema of a form allows blank fields. */
function isBlank(node) {
  const schema = flatten(node);
  return schema.const === "" || (list(schema.enum).length === 1 && schema.enum[0] === "");
}

/** Returns a flat schema without the alternatives null and empty string, its name, and which of the two it allows. */
function read(node, depth = 0) {
  const { name } = resolve(node);
  const schema = flatten(node);
  const options = [...list(schema.oneOf), ...list(schema.anyOf)];
  const isNullable = schema.nullable === true || list(schema.type).includes("null") || options.some(isNull);
  const isBlankable = options.some(isBlank);
  const others = options.filter((option) => !isNull(option) && !isBlank(option));
  if (others.length === 1 && others.length < options.length && depth < 8) {
    const inner = read(others[0], depth + 1);
    const { oneOf, anyOf, nullable, ...rest } = schema;
    return { schema: { ...inner.schema, ...rest }, name: name || inner.name, isNullable, isBlankable };
  }
  return { schema, name, isNullable, isBlankable };
}

/** Returns the alternatives of a schema without null; empty if there are fewer than two. */
function variants(schema) {
  const options = (list(schema.oneOf).length > 0 ? list(schema.oneOf) : list(schema.anyOf)).filter((option) => !isNull(option));
  return options.length > 1 ? options : [];
}

/** Returns the name of an alternative: the name of its schema, or the property that distinguishes it from the others. */
function optionName(option) {
  const { schema, name } = read(option);
  const constant = entries(schema.properties).map(([, property]) => flatten(property).const).find((value) => typeof value === "string");
  const required = list(schema.required);
  return name || string(schema.title) || constant || (required.length === 1 ? string(required[0]) : "") || typeName(option);
}

/** Returns the type of a flat schema, or an empty string if there is none or several. */
function typeOf(schema) {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => typeof type === "string" && type !== "null");
  if (types.length > 0) return types.length === 1 ? types[0] : "";
  if (isMap(schema.properties) || isMap(schema.additionalProperties)) return "object";
  if (schema.items !== undefined) return "array";
  const value = schema.const ?? list(schema.enum)[0];
  if (value instanceof ExactNumber) return "number";
  return ["string", "number", "boolean"].includes(typeof value) ? typeof value : "";
}

/** Returns true for bytes that are not text: a file. */
function isFile(schema, contentType = "") {
  if (schema.format === "binary") return true;
  if (schema.contentEncoding !== undefined) return false;
  if (string(schema.contentMediaType) !== "") return !/json|^text\//.test(schema.contentMediaType);
  return typeOf(schema) === "" && variants(schema).length === 0 && contentType !== "" && !/json|^text\//.test(contentType);
}

/** Returns the type in words: `array of Todo`. */
function typeName(node, depth = 0) {
  const { schema, name, isNullable, isBlankable } = read(node);
  const suffix = (isNullable ? " or null" : "") + (isBlankable && variants(schema).length === 0 ? " or empty" : "");
  if (depth > 0 && name !== "") return name + suffix;
  const options = variants(schema);
  if (options.length > 0 && depth < 3) {
    const names = [...new Set(options.map((option) => typeName(option, depth + 1)))];
    return (names.length > 4 ? `one of ${names.length}` : names.join(" or ")) + suffix;
  }
  if (isFile(schema)) return `file${suffix}`;
  const type = typeOf(schema);
  if (type === "array" && depth < 3) return `array of ${typeName(schema.items, depth + 1)}${suffix}`;
  if (type === "object" && !isMap(schema.properties) && isMap(schema.additionalProperties) && depth < 3) {
    return `map of ${typeName(schema.additionalProperties, depth + 1)}${suffix}`;
  }
  const format = string(schema.format);
  const types = Array.isArray(schema.type) ? schema.type.filter((other) => other !== "null").join(" or ") : type;
  return `${types || "any"}${format === "" ? "" : ` (${format})`}${suffix}`;
}

/** Returns the rules of a flat schema in words. */
function rules(schema) {
  const words = [];
  const range = (low, high, unit) => {
    if (low !== undefined && high !== undefined) words.push(String(low) === String(high) ? `exactly ${low}${unit}` : `${low} to ${high}${unit}`);
    else if (low !== undefined) words.push(`at least ${low}${unit}`);
    else if (high !== undefined) words.push(`at most ${high}${unit}`);
  };
  const isExclusive = (bound) => schema[bound] !== undefined && typeof schema[bound] !== "boolean";
  range(schema.minimum, schema.maximum, "");
  if (isExclusive("exclusiveMinimum")) words.push(`above ${schema.exclusiveMinimum}`);
  if (isExclusive("exclusiveMaximum")) words.push(`below ${schema.exclusiveMaximum}`);
  if (schema.exclusiveMinimum === true) words.push("the minimum is excluded");
  if (schema.exclusiveMaximum === true) words.push("the maximum is excluded");
  if (schema.multipleOf !== undefined) words.push(`a multiple of ${schema.multipleOf}`);
  range(schema.minLength, schema.maxLength, " characters");
  range(schema.minItems, schema.maxItems, " elements");
  range(schema.minProperties, schema.maxProperties, " members");
  if (schema.uniqueItems === true) words.push("no duplicates");
  if (schema.pattern !== undefined) words.push(`matches ${schema.pattern}`);
  if (schema.const !== undefined) words.push(`always ${short(schema.const)}`);
  if (schema.default !== undefined) words.push(`default ${short(schema.default)}`);
  if (schema.readOnly === true) words.push("only in responses");
  if (schema.writeOnly === true) words.push("only in requests");
  return words;
}

/** Returns a value on one line, cut after 80 characters. */
function short(value) {
  const text = typeof value === "string" ? value : stringify(value).replaceAll(/\s+/g, " ");
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
