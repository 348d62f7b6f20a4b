// The calls of the example's users, with Node's fetch.
const base = process.argv[2];
let failures = 0;

function check(what, ok) {
  if (ok) return;
  failures += 1;
  console.log("FAILED Node:", what);
}

function send(method, path, value) {
  const content = value === undefined ? {} : {body: JSON.stringify(value), headers: {"Content-Type": "application/json"}};
  return fetch(base + path, {method, ...content});
}

const title = "grün 🌈 \"quoted\"";
const added = await send("POST", "/todos", {title, tags: ["node"]});
const todo = await added.json();
check("a POST", added.status === 201 && todo.title === title && todo.done === false);
const place = `/todos/${todo.id}`;
check("a query", (await (await send("GET", "/todos?tags=node&done=false")).json()).some((one) => one.id === todo.id));
check("a PATCH", (await (await send("PATCH", place, {title: "new"})).json()).title === "new");
check("a PUT", (await (await send("PUT", place + "/done")).json()).done === true);
const many = await Promise.all(Array.from({length: 300}, async () => (await (await send("GET", place)).json()).id === todo.id));
check("requests at once", many.every(Boolean));
check("a DELETE", (await send("DELETE", place)).status === 204);
const missing = await send("GET", place);
check("a failure of the contract", missing.status === 404 && (await missing.json()).id === todo.id);
const wrong = await send("POST", "/todos", {title: 1});
check("every wrong input", wrong.status === 400 && (await wrong.json()).errors.length === 2);
console.log("Node: " + (failures ? "see above" : "fetch as meant"));
process.exit(failures ? 1 : 0);
