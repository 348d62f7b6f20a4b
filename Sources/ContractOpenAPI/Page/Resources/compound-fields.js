// Fields that consist of other fields: objects, arrays, alternatives, and values that may be omitted.

/** Returns a fieldset with a space for messages. */
function group(settings, schema, ...children) {
  const id = uniqueID();
  const message = element("p.error", { id });
  const legend = settings.label === "" ? null : element("legend", {}, settings.label, settings.isRequired === true && settings.isElement !== true && settings.depth > 0 && element("span.required", {}, " required"));
  const node = element("fieldset.group", { "aria-describedby": id, tabindex: "-1" }, legend,
    settings.describe === false ? null : markdown(settings.description ?? schema.description), children, message);
  return {
    node,
    own: {
      mark(text) {
        message.append(element("span", {}, text));
        return node;
      },
      clear: () => message.replaceChildren(),
    },
  };
}

function objectField(schema, settings) {
  const required = list(schema.required);
  const fields = new Map();
  const constants = Object.create(null);
  for (const [name, property] of entries(schema.properties)) {
    const { schema: inner } = read(property);
    if (inner.readOnly === true) continue;
    if (inner.const !== undefined && required.includes(name)) {
      constants[name] = inner.const;
      continue;
    }
    const encoding = own(own(settings.encoding, name), "contentType");
    fields.set(name, makeField(property, {
      label: name, isRequired: required.includes(name), depth: (settings.depth ?? 0) + 1, contentType: string(encoding), isPlain: settings.isPlain, budget: settings.budget,
    }));
  }
  const { node, own: self } = group(settings, schema, [...fields.values()].map((field) => field.node));
  const others = Object.create(null);
  return {
    node,
    get() {
      const value = Object.assign(Object.create(null), constants);
      for (const [name, field] of fields) {
        const member = field.get();
        if (member !== undefined) value[name] = member;
      }
      return { ...value, ...others };
    },
    set(value) {
      for (const name of Object.keys(others)) delete others[name];
      // Members without a field are kept, so that switching from JSON to the form loses nothing.
      for (const [name, member] of entries(value)) if (!fields.has(name) && !Object.hasOwn(constants, name)) others[name] = member;
      for (const [name, field] of fields) field.set(own(value, name));
    },
    mark: (path, text) => (fields.has(path[0]) ? fields.get(path[0]).mark(path.slice(1), text) : self.mark(`${path.length > 0 ? `${path.join("/")}: ` : ""}${text}`)),
    clear() {
      self.clear();
      for (const field of fields.values()) field.clear();
    },
  };
}

function arrayField(schema, settings) {
  const items = element("div.items");
  let fields = [];
  const add = (value) => {
    const field = makeField(schema.items, { label: `${settings.label}[${fields.length}]`, isRequired: true, isElement: true, describe: false, depth: (settings.depth ?? 0) + 1, isPlain: settings.isPlain, budget: { fields: 50 } });
    const row = element("div.item", {}, field.node, button("Remove", () => {
      fields = fields.filter((other) => other !== field);
      row.remove();
      adding.focus();
    }, { "aria-label": `Remove an element of ${settings.label}` }));
    if (value !== undefined) field.set(value);
    fields.push(field);
    items.append(row);
    return field;
  };
  const adding = button("Add", () => {
    const first = add(sample(schema.items)).node.querySelector("input, select, textarea");
    first?.focus();
  }, { "aria-label": `Add an element to ${settings.label}` });
  const words = [typeName(schema), ...rules(schema)].join(" · ");
  const { node, own: self } = group(settings, schema, element("span.hint", {}, words), items, adding);
  return {
    node,
    get() {
      const values = fields.map((field) => field.get()).filter((value) => value !== undefined);
      return values.length === 0 && settings.isRequired !== true && settings.isWrapped !== true ? undefined : values;
    },
    set(value) {
      fields = [];
      items.replaceChildren();
      for (const member of list(value)) add(member);
    },
    mark: (path, text) => fields[Number(path[0])]?.mark(path.slice(1), text) ?? self.mark(text),
    clear() {
      self.clear();
      for (const field of fields) field.clear();
    },
  };
}

/** Returns a field for one of several schemas, chosen from a list. */
function choiceField(schema, options, settings) {
  const control = element("select", { "aria-label": `Kind of ${settings.label || "body"}`, change: () => show(Number(control.value), undefined) },
    options.map((option, index) => element("option", { value: String(index) }, optionName(option))));
  const content = element("div");
  let field;
  const show = (index, value) => {
    control.value = String(index);
    field = makeField(options[index], { ...settings, label: "", isRequired: true, isWrapped: true, depth: (settings.depth ?? 0) + 1 });
    field.set(value ?? { ...tagged(schema, options[index]), ...Object(sample(options[index])) });
    content.replaceChildren(field.node);
  };
  const { node, own: self } = group(settings, schema, control, content);
  show(0, sample(options[0]));
  return {
    node,
    get() {
      const value = field.get();
      return isMap(value) ? { ...tagged(schema, options[Number(control.value)]), ...value } : value;
    },
    set: (value) => show(bestOption(schema, options, value), value),
    mark: (path, text) => (path.length > 0 ? field.mark(path, text) : self.mark(text)),
    clear() {
      self.clear();
      field.clear();
    },
  };
}

/** Returns the index of the alternative that fits a value best. */
function bestOption(schema, options, value) {
  const scores = options.map((option) => {
    const flat = read(option).schema;
    if (!isMap(value)) return typeof value === typeOf(flat) || Array.isArray(value) === (typeOf(flat) === "array") ? 1 : 0;
    const tag = entries(tagged(schema, option))[0];
    if (tag !== undefined && own(value, tag[0]) === tag[1]) return 1000;
    const fixed = entries(flat.properties).filter(([name, property]) => {
      const constant = flatten(property).const;
      return constant !== undefined && own(value, name) === constant;
    });
    return fixed.length * 100 + list(flat.required).filter((name) => own(value, name) !== undefined).length;
  });
  return scores.indexOf(Math.max(...scores));
}

/** Returns a field whose value may be omitted or null. The field of the value is created when it is needed. */
function optionalField(node, settings, isNullable) {
  const { schema } = read(node);
  const state = element("select", { "aria-label": `${settings.label || "The body"}: send or omit`, change: () => choose(state.value, sample(node)) },
    element("option", { value: "value" }, "send"),
    settings.isRequired !== true && element("option", { value: "none" }, "omit"),
    isNullable && element("option", { value: "null" }, "null"));
  const content = element("div.content");
  const title = element("span.name", {}, settings.label);
  const message = element("p.error");
  let field;
  const choose = (chosen, value) => {
    state.value = chosen;
    title.hidden = chosen === "value";
    if (chosen === "value") {
      field ??= makeField(node, { ...settings, isRequired: false, isWrapped: true, budget: { fields: 50 } });
      field.set(value);
      content.replaceChildren(field.node);
    } else {
      content.replaceChildren();
    }
  };
  choose(settings.isRequired === true ? "null" : "none");
  return {
    node: element("div.optional", {}, element("div.state", {}, title, state), content, message),
    get: () => (state.value === "value" ? field.get() : state.value === "null" ? null : undefined),
    set: (value) => choose(value === undefined ? (settings.isRequired === true ? "null" : "none") : value === null && isNullable ? "null" : "value", value),
    mark(path, text) {
      if (state.value === "value") return field.mark(path, text);
      message.append(element("span", {}, text));
      return state;
    },
    clear() {
      message.replaceChildren();
      field?.clear();
    },
  };
}
