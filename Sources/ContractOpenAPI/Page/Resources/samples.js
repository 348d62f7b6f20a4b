// Values that a schema allows, for forms and examples.

const texts = {
  "date-time": "2025-01-31T12:00:00Z", date: "2025-01-31", time: "12:00:00Z", duration: "PT1H",
  uuid: "123e4567-e89b-12d3-a456-426614174000", uri: "https://example.com/", "uri-reference": "/path", email: "name@example.com",
  hostname: "example.com", ipv4: "192.0.2.1", ipv6: "2001:db8::1", byte: "aGVsbG8=", decimal: "1.50",
};

/** Returns the example that a schema, parameter or media type names; undefined if there is none. */
function example(node) {
  const { value } = resolve(node);
  if (own(value, "example") !== undefined) return value.example;
  if (Array.isArray(own(value, "examples"))) return value.examples[0];
  const first = entries(own(value, "examples"))[0];
  return first === undefined ? undefined : own(resolve(first[1]).value, "value");
}

/** Returns a value that is valid if possible: the example, the default, or a value made from the type and its rules. */
function sample(node, names = [], budget = { nodes: 400 }) {
  const { schema, name, isNullable } = read(node);
  budget.nodes -= 1;
  if (example(schema) !== undefined) return example(schema);
  for (const known of [schema.default, schema.const, list(schema.enum)[0]]) if (known !== undefined) return known;
  if (budget.nodes < 0 || names.length > 8 || (name !== "" && names.includes(name))) return isNullable ? null : bare(schema);
  const path = name === "" ? [...names, ""] : [...names, name];
  const options = variants(schema);
  if (options.length > 0) {
    const chosen = sample(options[0], path, budget);
    return isMap(chosen) ? { ...tagged(schema, options[0]), ...chosen } : chosen;
  }
  switch (typeOf(schema)) {
    case "object": return sampleObject(schema, path, budget);
    case "array": {
      const count = Math.min(Math.max(Number(schema.minItems ?? 1), 1), 3);
      const { name: elementName } = read(schema.items);
      if (elementName !== "" && path.includes(elementName)) return [];
      return Array.from({ length: Number(schema.maxItems ?? 1) === 0 ? 0 : count }, () => sample(schema.items, path, budget));
    }
    default: return bare(schema);
  }
}

function sampleObject(schema, path, budget) {
  const value = Object.create(null);
  const required = list(schema.required);
  for (const [name, property] of entries(schema.properties)) {
    const { schema: inner, name: type } = read(property);
    if (inner.readOnly === true) continue;
    const isNeeded = required.includes(name);
    if (!isNeeded && (inner.deprecated === true || path.length > 4 || (type !== "" && path.includes(type)))) continue;
    value[name] = sample(property, path, budget);
  }
  if (entries(schema.properties).length === 0 && isMap(schema.additionalProperties)) {
    value.name = sample(schema.additionalProperties, path, budget);
  }
  return value;
}

/** Returns a value without members or elements. */
function bare(schema) {
  switch (typeOf(schema)) {
    case "object": return {};
    case "array": return [];
    case "boolean": return true;
    case "null": return null;
    case "integer": case "number": return bareNumber(schema);
    case "string": return bareString(schema);
    default: return Array.isArray(schema.type) ? (schema.type.includes("string") ? "string" : 0) : {};
  }
}

function bareNumber(schema) {
  const step = Number(schema.multipleOf ?? 1) || 1;
  let low = schema.minimum ?? schema.exclusiveMinimum;
  if (typeof low === "boolean") low = undefined;
  if (low === undefined || Number(low) < 0) {
    const high = Number(schema.maximum ?? 1);
    return Math.min(step, high);
  }
  const isExcluded = schema.exclusiveMinimum === true || (schema.minimum === undefined && schema.exclusiveMinimum !== undefined);
  const start = Math.ceil(Number(low) / step) * step;
  return isExcluded && start <= Number(low) ? start + step : start;
}

function bareString(schema) {
  const text = own(texts, string(schema.format)) ?? "string";
  const longest = Number(schema.maxLength ?? Infinity);
  return text.padEnd(Math.min(Number(schema.minLength ?? 0), 1000), "x").slice(0, longest);
}

/** Returns the member that names the chosen alternative, if the schema has a discriminator. */
function tagged(schema, option) {
  const name = own(schema.discriminator, "propertyName");
  if (typeof name !== "string") return {};
  const reference = string(own(option, "$ref"));
  const mapped = entries(schema.discriminator.mapping).find(([, place]) => place === reference || (reference !== "" && reference.endsWith(`/${place}`)));
  const value = mapped?.[0] ?? read(option).name;
  const declared = own(flatten(option).properties, name);
  const fixed = declared === undefined ? undefined : flatten(declared).const ?? list(flatten(declared).enum)[0];
  return { [name]: fixed ?? value };
}
