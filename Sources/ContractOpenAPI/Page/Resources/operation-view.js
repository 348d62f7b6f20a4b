// One operation: its documentation, and the form that sends it.

/** Returns the disclosure for an operation. The content is created when the disclosure opens. */
function operationView(operation) {
  if (operation.view !== undefined) return operation.view;
  const summary = [
    methodBadge(operation.method), element("code.path", {}, breakable(operation.path)), element("span.summary", {}, inline(operation.summary)),
    operation.isDeprecated && element("span.badge", {}, "deprecated"), operation.security.length > 0 && element("span.badge.lock", {}, "credentials"),
  ];
  const view = disclosure("details.operation", summary, () => operationContent(operation), { id: `operation-${operation.id}`, "data-operation": operation.id });
  operation.view = view;
  return view;
}

function methodBadge(method) {
  return element(`span.method.${methods.includes(method) ? method : "other"}`, {}, method.toUpperCase());
}

/** Returns a path that may be broken into lines after its slashes. */
function breakable(path) {
  return path.split("/").flatMap((part, index) => (index === 0 ? [part] : ["/", element("wbr"), part]));
}

function operationContent(operation) {
  const { declared } = operation;
  const channel = own(declared, "x-websocket");
  const address = `#${encodeURIComponent(operation.id)}`;
  return element("div.body", {},
    element("div.documentation", {},
      operation.isDeprecated && element("p.warning", {}, "This operation is deprecated. New clients should not use it."),
      markdown(declared.description),
      element("p.quiet", {}, element("a", { href: address, title: "Link to this operation" }, operation.id)),
      securityView(operation.security),
      parametersView(operation.parameters), requestBodyView(declared.requestBody), messagesView(channel), responsesView(operation.responses)),
    isMap(channel) ? channelView(operation, channel) : formView(operation));
}

function parametersView(parameters) {
  if (parameters.length === 0) return null;
  return [element("h4", {}, "Parameters"), element("ul.members", {}, parameters.map((parameter) => element("li", {},
    element("code.name", {}, parameter.name), " ", element("span.type", {}, `${typeName(schemaOf(parameter), 1)} in the ${string(parameter.in)}`), " ",
    parameter.required === true && element("span.required", {}, "required"), parameter.deprecated === true && element("span.badge", {}, "deprecated"),
    markdown(parameter.description ?? read(schemaOf(parameter)).schema.description), facts(read(schemaOf(parameter)).schema), nested(schemaOf(parameter)))))];
}

function requestBodyView(node) {
  const body = resolve(node).value;
  if (mediaTypes(node).length === 0) return null;
  return [element("h4", {}, "Body ", body.required === true && element("span.required", {}, "required")), markdown(body.description), mediaView(node)];
}

/** Returns each media type with its schema and its example. */
function mediaView(node) {
  return mediaTypes(node).map(([type, media]) => {
    const schema = media.schema ?? media.itemSchema;
    const isMade = schema !== undefined && !isFile(read(schema).schema) && !type.startsWith("multipart/");
    const shown = example(media) ?? (isMade ? sample(schema) : undefined);
    return element("div.media", {}, element("p", {}, element("code", {}, type), " ", element("span.type", {}, schema === undefined ? "" : (media.schema === undefined ? "stream of " : "") + typeName(schema, 1))),
      schema !== undefined && schemaView(schema),
      shown !== undefined && disclosure("details", "Example", () => (typeof shown === "string" && !/json/.test(type) ? element("pre", { tabindex: "0" }, shown) : colored(stringify(shown)))));
  });
}

function responsesView(responses) {
  const shown = entries(responses).map(([status, node]) => {
    const response = resolve(node).value;
    const description = string(own(response, "description")).split("\n")[0].slice(0, 300);
    const codes = mediaTypes(node).flatMap(([, media]) => errorCodes(media.schema)).filter((code) => !description.includes(code));
    const title = [element(`strong.status.s${/^[1-5]/.test(status) ? status[0] : "x"}`, {}, status), " ", inline(description),
      codes.length > 0 && element("span.codes", {}, codes.map((code) => [" ", element("code", {}, code)]))];
    const headers = entries(own(response, "headers")).map(([name, header]) => [name, resolve(header).value]);
    return disclosure("details.response", title, () => [
      headers.length > 0 && element("ul.members", {}, headers.map(([name, header]) => element("li", {}, element("code.name", {}, name), " ", element("span.type", {}, `${typeName(schemaOf(header), 1)} in the header`), markdown(header.description)))),
      mediaView(node), headers.length === 0 && mediaTypes(node).length === 0 && element("p.quiet", {}, "No body.")],
      { "data-shared": own(node, "$ref") });
  });
  return shown.length > 0 && [element("h4", {}, "Responses"), shown];
}

/** Returns the codes of the declared errors in a schema: the constants of their member `code`. */
function errorCodes(node, depth = 0) {
  const { schema } = read(node);
  const options = variants(schema);
  if (options.length > 0 && depth < 3) return options.flatMap((option) => errorCodes(option, depth + 1)).slice(0, 20);
  const code = flatten(own(schema.properties, "code"));
  return [code.const, ...list(code.enum)].filter((value) => typeof value === "string");
}

// The form.

function formView(operation) {
  const inputs = inputFields(operation);
  const panel = element("div.result", { role: "region", "aria-label": `Response of ${operation.id}`, tabindex: "-1" });
  const problems = element("p.error.problems", { role: "alert" });
  const editor = bodyForm(operation);
  const command = element("div");
  const sending = element("button.primary", { type: "submit" }, "Send");
  let running = null;
  const stopping = button("Stop", () => running?.abort(), { hidden: true });
  const submit = async (event) => {
    event.preventDefault();
    if (running !== null) return;
    const request = prepare(operation, inputs, editor, problems);
    if (request === null) return;
    running = new AbortController();
    sending.disabled = true;
    stopping.hidden = false;
    panel.replaceChildren(element("p.quiet", {}, "Waiting for the response…"));
    showCommand(command, request);
    const problem = await send(request, panel, running.signal);
    running = null;
    sending.disabled = false;
    stopping.hidden = true;
    if (problem?.status === 400) showProblem(problem, inputs, editor.current, problems);
  };
  return element("form.request", { novalidate: true, autocomplete: "off", submit, "aria-label": `Request of ${operation.id}` },
    element("h4", {}, "Request"), inputs.map(({ field }) => field.node), editor.node, problems, element("div.actions", {}, sending, stopping,
      button("Show curl", () => {
        const request = prepare(operation, inputs, editor, problems);
        if (request !== null) showCommand(command, request);
      })), command, panel);
}

function inputFields(operation) {
  return operation.parameters.map((parameter) => ({ parameter, field: parameterField(parameter) }));
}

function parameterField(parameter) {
  const schema = schemaOf(parameter);
  const label = parameter.name;
  const note = parameter.in === "cookie" ? `${string(parameter.description)} Sent as a cookie of this page, so only to its own host.` : string(parameter.description);
  const settings = { label, isRequired: parameter.required === true, isPlain: true, description: note, describe: parameter.in === "cookie", type: `${typeName(schema, 1)} in the ${string(parameter.in)}` };
  const field = parameter.content === undefined ? makeField(schema, settings) : jsonField(settings, schema);
  const shown = example(parameter) ?? example(read(schema).schema);
  if (shown !== undefined || parameter.required === true) field.set(shown ?? sample(schema));
  return field;
}

/** Returns a control for the choice of a media type, with the editor for that media type. */
function bodyForm(operation, title = "Body") {
  const types = mediaTypes(operation.declared.requestBody);
  if (types.length === 0) return { node: null, current: null };
  const isRequired = resolve(operation.declared.requestBody).value.required === true;
  const content = element("div");
  const control = element("select", { "aria-label": `Media type of the ${title.toLowerCase()}`, change: () => show() }, types.map(([type], index) => element("option", { value: String(index) }, type)));
  const sent = element("input", { type: "checkbox", checked: true, change: () => { content.hidden = !sent.checked; } });
  const form = { node: null, editor: null, get current() { return sent.checked ? this.editor : null; } };
  const show = () => {
    const [type, media] = types[Number(control.value)];
    form.editor = bodyEditor(type, media, isRequired);
    content.replaceChildren(form.editor.node);
  };
  show();
  form.node = element("fieldset.group", {}, element("legend", {}, title, isRequired && element("span.required", {}, " required")),
    !isRequired && element("label", {}, sent, " Send a body"), types.length > 1 ? control : element("code.quiet", {}, types[0][0]), content);
  return form;
}

/** Returns the request of the form. If there is none, shows the reason and returns null. */
function prepare(operation, inputs, editor, problems) {
  problems.replaceChildren();
  for (const { field } of inputs) field.clear();
  editor.current?.clear();
  try {
    const missing = inputs.find(({ parameter, field }) => parameter.in === "path" && (field.get() ?? "") === "");
    if (missing !== undefined) throw new InvalidField(missing.field.mark([], "A path needs a value here."));
    return makeRequest(operation, inputs, editor.current);
  } catch (error) {
    problems.textContent = error.message;
    if (error instanceof InvalidField) error.control?.focus();
    return null;
  }
}

function showCommand(place, request) {
  const shown = element("pre", { tabindex: "0" }, curlCommand(request, true));
  const copying = button("Copy", () => copy(curlCommand(request, false), shown, copying), { "aria-label": "Copy the curl command with its credentials" });
  place.replaceChildren(element("div.curl", {}, copying, shown));
}

function showProblem(problem, inputs, body, problems) {
  const { first, count, rest } = markInputs(problem, inputs, body);
  const detail = string(own(problem.content, "detail"));
  if (count === 0 && detail === "") return;
  problems.textContent = count === 0 ? detail : `The server refused ${count === 1 ? "one input" : `${count} inputs`}. ${rest.join(" ")}`;
  first?.focus();
}
