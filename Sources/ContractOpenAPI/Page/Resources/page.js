// The page: loads the document, lists operations, searches, and follows links.

let operations = [];
/** The named schemas of the document. */
let schemas = [];
/** The operations and schemas by the fragment that names them in an address. */
const places = new Map();

async function start() {
  const main = find("page-main");
  try {
    const response = await fetch(documentURL(), { cache: "no-cache" });
    if (!response.ok) throw new Error(`The server responded with ${response.status}`);
    api = parseJSON(await response.text());
    if (!isMap(api) || !isMap(api.paths ?? api.components)) throw new Error("It is not an OpenAPI document");
    show(main);
  } catch (error) {
    main.replaceChildren(element("p.error", { role: "alert" }, `The document ${documentURL()} cannot be shown: ${error.message}.`));
  }
}

function show(main) {
  const title = string(own(api.info, "title")) || "API";
  document.title = title;
  find("page-title").textContent = title;
  find("page-version").textContent = string(own(api.info, "version"));
  operations = readOperations();
  schemas = entries(own(api.components, "schemas")).map(([name, schema]) => ({ name, schema }));
  for (const schema of schemas) places.set(`schema/${schema.name}`, schema);
  for (const operation of operations) places.set(operation.id, operation);
  const tags = byTag(operations);
  main.replaceChildren(
    element("section.about", {}, markdown(own(api.info, "description")), element("p.quiet", {}, `${counted(operations.length)}. The document: `, element("a", { href: documentURL() }, "openapi.json"), ", ", element("a", { href: new URL("openapi.yaml", documentURL()).href }, "openapi.yaml"))),
    ...tags.map((tag) => {
      tag.list = element("div");
      tag.section = element("section", {}, element("h2", {}, tag.name), markdown(tag.description), tag.list);
      return tag.section;
    }),
    element("p.quiet", { id: "page-nothing", hidden: true }, "No operation has these words."), schemasView());
  showContents(tags);
  showServers();
  find("page-credentials").hidden = securitySchemes().length === 0;
  find("page-credentials").addEventListener("click", showCredentials);
  const field = find("page-search");
  field.addEventListener("input", () => search(field.value, tags));
  document.addEventListener("keydown", (event) => focusSearch(event, field));
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", expandAll);
  addEventListener("afterprint", restore);
  follow();
}

function schemasView() {
  if (schemas.length === 0) return "";
  const all = element("div");
  showInSlices(all, "div.slice", schemas, schemas.length > mostAtOnce, (entry) => {
    const { name, schema } = entry;
    entry.view = disclosure("details.schema", [element("code.name", {}, name), " ", element("span.type", {}, typeName(schema))], () => schemaView(schema), { id: `schema-${name}` });
    return entry.view;
  }, (entry, slice) => { entry.slice = slice; });
  return element("section", {}, element("h2", {}, "Schemas"), all);
}

function showContents(tags) {
  const contents = find("page-contents");
  contents.open = matchMedia("(min-width: 60rem)").matches;
  const links = element("div");
  showInSlices(links, "ul", schemas, schemas.length > mostAtOnce, ({ name }) => element("li", {}, element("a", { href: `#schema/${encodeURIComponent(name)}` }, name)));
  find("page-list").replaceChildren(...tags.map((tag) => {
    tag.links = element("div");
    tag.entry = element("div", {}, element("h2", {}, tag.name), tag.links);
    return tag.entry;
  }), schemas.length > 0 ? element("div", {}, element("h2", {}, "Schemas"), links) : "");
  for (const tag of tags) showTag(tag, tag.operations, operations.length);
}

/** Shows the given operations of a tag in the page and in the contents. `count` is the number of operations shown for all tags. */
function showTag(tag, shown, count) {
  const isLong = count > mostAtOnce;
  tag.section.hidden = shown.length === 0;
  tag.entry.hidden = shown.length === 0;
  showInSlices(tag.list, "div.slice", shown, isLong, operationView, (operation, slice) => { operation.slice = slice; });
  showInSlices(tag.links, "ul", shown, isLong, (operation) => element("li", {}, element("a", { href: `#${encodeURIComponent(operation.id)}`, class: operation.isDeprecated ? "old" : null }, methodBadge(operation.method), element("span", {}, operation.summary.replaceAll("`", "") || operation.path))));
}

function showServers() {
  const all = servers();
  if (all.length < 2) return;
  const label = find("page-servers");
  const control = label.querySelector("select");
  control.append(...all.map((server, index) => element("option", { value: String(index) }, string(server.description) || string(server.url))));
  control.addEventListener("change", () => { chosenServer = Number(control.value); });
  label.hidden = false;
}

/** Shows only the operations that contain all words. */
function search(text, tags) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tags.map((tag) => tag.operations.filter((operation) => words.every((word) => operation.words.includes(word))));
  const count = found.reduce((sum, part) => sum + part.length, 0);
  tags.forEach((tag, index) => showTag(tag, found[index], count));
  find("page-nothing").hidden = count > 0;
  announce(counted(count));
}

function counted(count) {
  return count === 1 ? "1 operation" : `${count} operations`;
}

function focusSearch(event, field) {
  const isTyping = /^(?:input|textarea|select)$/.test(event.target.localName) || find("page-dialog").open;
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    field.focus();
  }
}

/** Opens the operation or schema that the address names, and moves the focus to it. */
function follow() {
  let name = location.hash.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {
    // A name that cannot be decoded is used unchanged.
  }
  const place = places.get(name);
  if (place === undefined) return;
  if (!place.slice.isConnected) {
    find("page-search").value = "";
    find("page-search").dispatchEvent(new Event("input"));
  }
  place.slice.fill();
  const { view } = place;
  view.fill();
  view.open = true;
  view.querySelector("summary").focus({ preventScroll: true });
  view.scrollIntoView({ block: "start" });
}

let opened = [];

/** The maximum number of elements that are created for nested schemas when the page is printed. Schemas may be recursive. */
const mostPrinted = 30_000;

/**
 * Opens all operations and schemas for printing, with up to four levels of their content, and each shared response once.
 * In a long document, only the operations and schemas that are open already are printed with their details.
 */
function expandAll() {
  opened = [];
  for (const slice of document.querySelectorAll("main .slice")) slice.fill();
  if (operations.length + schemas.length > mostAtOnce) return;
  let end = Infinity;
  const shared = new Set();
  for (let level = 0; level < 5; level += 1) {
    for (const view of document.querySelectorAll("main details:not([open])")) {
      if (elementCount > end) return;
      if (view.dataset.shared !== undefined && shared.has(view.dataset.shared)) continue;
      shared.add(view.dataset.shared);
      const type = view.dataset.type;
      if (type !== undefined && view.parentNode.closest(`[data-type="${CSS.escape(type)}"]`) !== null) continue;
      view.fill?.();
      view.open = true;
      opened.push(view);
    }
    if (level === 0) end = elementCount + mostPrinted;
  }
}

function restore() {
  for (const view of opened) view.open = false;
}

start();
