// Elements. Strings become text nodes, so nothing that a document contains is parsed as HTML.

/** The number of created elements. */
let elementCount = 0;

/**
 * Creates an element: `element("p.note", { title: "…" }, "text", child)`.
 *
 * A function as an attribute listens to the event with the attribute's name. False, null and undefined are left out.
 */
function element(selector, attributes = {}, ...children) {
  elementCount += 1;
  const [name, ...classes] = selector.split(".");
  const node = document.createElement(name);
  if (classes.length > 0) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return node;
}

/** Creates a button that is not a submit button. */
function button(label, action, attributes = {}) {
  return element("button", { type: "button", click: action, ...attributes }, label);
}

/** Creates a disclosure whose content is created when it opens for the first time, so that recursion ends. */
function disclosure(selector, summary, content, attributes = {}) {
  const node = element(selector, attributes, element("summary", {}, summary));
  let isFilled = false;
  node.fill = () => {
    if (isFilled) return;
    isFilled = true;
    node.append(...[content()].flat(Infinity).filter(Boolean));
  };
  node.addEventListener("toggle", () => node.open && node.fill());
  return node;
}

let lastID = 0;

/** Returns an id that no other element has. */
function uniqueID() {
  lastID += 1;
  return `page-id-${lastID}`;
}

function find(id) {
  return document.getElementById(id);
}

/** Announces a change to screen readers. */
function announce(message) {
  find("page-status").textContent = message;
}

/** Copies a string. If the clipboard is not available, selects the element that shows the string. */
async function copy(text, shown, control) {
  try {
    await navigator.clipboard.writeText(text);
    control.textContent = "Copied";
    announce("Copied");
    setTimeout(() => { control.textContent = "Copy"; }, 2000);
  } catch {
    getSelection().selectAllChildren(shown);
    announce("Selected; copy it with the keyboard");
  }
}
