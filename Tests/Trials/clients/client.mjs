// The calls of a client, with Node's fetch and its own http module.
import http from "node:http";

const base = process.argv[2];
let failures = 0;

function check(what, ok) {
  if (ok) return;
  failures += 1;
  console.log("FAILED Node:", what);
}

const title = "grün 🌈 \"quoted\"".repeat(200);
const json = {"Content-Type": "application/json"};
const added = await fetch(base + "/items", {method: "POST", headers: json, body: JSON.stringify({title, tags: ["a"]})});
check("a POST", added.ok && (await added.json()).title === title);
const form = await fetch(base + "/form", {method: "POST", body: new URLSearchParams([["title", "a b&c"], ["tags", "x"]])});
check("a form", (await form.json()).title === "a b&c");
async function* pieces() {
  for (let number = 0; number < 20; number += 1) yield new TextEncoder().encode(`piece ${number};`);
}
const echoed = await fetch(base + "/echo", {method: "POST", body: pieces(), duplex: "half"});
check("chunked content", (await echoed.text()).endsWith("piece 19;"));
let count = 0;
for await (const piece of (await fetch(base + "/stream/50")).body) count += piece.length;
check("a stream", count === 50 * 16384);
const missing = await fetch(base + "/nothing");
check("a problem", missing.status === 404 && (await missing.json()).status === 404);
check("HEAD", (await fetch(base + "/items/1", {method: "HEAD"})).status === 200);
const many = await Promise.all(Array.from({length: 300}, async (_, number) =>
  (await (await fetch(`${base}/items/${number}`)).json()).id === number));
check("requests at once", many.every(Boolean));
// Cancels a stream in the middle, which must not affect the next call.
const abort = new AbortController();
const cut = await fetch(base + "/stream/1000", {signal: abort.signal});
await cut.body.getReader().read();
abort.abort();
check("a call behind one that was given up", (await fetch(base + "/items/1")).status === 200);

// One connection, one request after the other.
const agent = new http.Agent({keepAlive: true, maxSockets: 1});
const ports = new Set();
for (let number = 0; number < 100; number += 1) {
  await new Promise((resolve, reject) => {
    http.get(`${base}/items/${number}`, {agent}, answer => {
      ports.add(answer.socket.localPort);
      answer.resume().on("end", resolve);
    }).on("error", reject);
  });
}
check(`one connection for 100 requests, not ${ports.size}`, ports.size === 1);
agent.destroy();

if (failures === 0) console.log("Node: all as meant");
process.exit(failures === 0 ? 0 : 1);
