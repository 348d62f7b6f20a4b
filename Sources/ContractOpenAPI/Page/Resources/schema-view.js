// Schemas as nested lists. Nested objects are created when they are opened, so that recursive schemas end.

/** Returns the view of a schema. */
function schemaView(node) {
  const { schema } = read(node);
  return element("div.schema", {}, markdown(schema.description), facts(schema), structure(schema));
}

/** Returns rules, choices and examples of a flat schema. */
function facts(schema) {
  const words = rules(schema);
  const choices = list(schema.enum).filter((choice) => choice !== null);
  const shown = example(schema);
  return [
    words.length > 0 && element("p.rules", {}, words.join(" · ")),
    choices.length > 0 && element("p.rules", {}, "one of ", choices.slice(0, 100).map((choice, index) => [index > 0 && ", ", element("code", {}, short(choice))])),
    shown !== undefined && element("p.rules", {}, "for example ", element("code", {}, short(shown))),
  ];
}

/** Returns the members, elements or alternatives of a flat schema. */
function structure(schema) {
  const options = variants(schema);
  if (options.length > 0) {
    return element("div.variants", {}, element("p.rules", {}, schema.oneOf === undefined ? "any of:" : "one of:"),
      options.map((option, index) => {
        const tag = entries(tagged(schema, option))[0];
        const title = [`${index + 1}. ${optionName(option)}`];
        if (tag !== undefined) title.push(element("code.quiet", {}, ` ${tag[0]}: ${short(tag[1])}`));
        return hasMore(option) ? disclosure("details", title, () => schemaView(option)) : element("p.variant", {}, title);
      }));
  }
  const type = typeOf(schema);
  if (type === "array" && schema.items !== undefined) {
    return [element("p.rules", {}, `elements: ${typeName(schema.items, 1)}`), nested(schema.items)];
  }
  if (type !== "object") return null;
  const required = list(schema.required);
  const members = entries(schema.properties).map(([name, property]) => memberView(name, property, required.includes(name)));
  if (isMap(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0) {
    members.push(memberView("(any other name)", schema.additionalProperties, false));
  }
  return members.length > 0 ? element("ul.members", {}, members) : null;
}

function memberView(name, property, isRequired) {
  const { schema } = read(property);
  return element("li", {},
    element("code.name", {}, name), " ", element("span.type", {}, typeName(property, 1)), " ",
    isRequired && element("span.required", {}, "required"),
    schema.deprecated === true && element("span.badge", {}, "deprecated"),
    markdown(schema.description), facts(schema), nested(property));
}

function hasMore(node, depth = 0) {
  const { schema } = read(node);
  if (variants(schema).length > 0 || entries(schema.properties).length > 0) return true;
  const inner = typeOf(schema) === "array" ? schema.items : schema.additionalProperties;
  return isMap(inner) && depth < 5 && hasMore(inner, depth + 1);
}

/** Returns a disclosure for a nested schema; null if it has only a type to show. */
function nested(node) {
  const { schema, name } = read(node);
  if (variants(schema).length > 0 && !hasMore(node)) return structure(schema);
  if (!hasMore(node)) return null;
  if (typeOf(schema) === "array") return nested(schema.items);
  return disclosure("details", name === "" ? "members" : `members of ${name}`, () => structure(schema) ?? schemaView(node), { "data-type": name || null });
}
