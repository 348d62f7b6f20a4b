// The three routes with node:http.
//
//   node server.js THREADS FILE    FILE holds the JSON of the todos of (b); each thread is a process of a cluster
"use strict";
const cluster = require("node:cluster");
const fs = require("node:fs");
const http = require("node:http");

const threads = Number(process.argv[2]);
const todos = JSON.parse(fs.readFileSync(process.argv[3], "utf8"));

function answer(response, status, type, body) {
  response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

const answerJSON = (response, status, value) => answer(response, status, "application/json", JSON.stringify(value));
const refuse = (response) => answer(response, 400, "text/plain", "bad request");

function list(response, path, query) {
  const parameters = new URLSearchParams(query);
  const user = Number(path.split("/")[2]);
  const limit = Number(parameters.get("limit"));
  const done = parameters.get("done");
  if (!Number.isInteger(user) || !Number.isInteger(limit) || (done !== "true" && done !== "false")) {
    return refuse(response);
  }
  answerJSON(response, 200, limit < todos.length ? todos.slice(0, limit) : todos);
}

const isText = (value) => typeof value === "string";
const isTodo = (value) =>
  isText(value.title) && value.title.length > 0 && value.title.length <= 200 && typeof value.done === "boolean" &&
  Array.isArray(value.tags) && value.tags.length <= 10 && value.tags.every(isText) &&
  Number.isInteger(value.owner?.id) && isText(value.owner.name);

function create(request, response) {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const todo = JSON.parse(Buffer.concat(chunks).toString());
    if (!isTodo(todo)) return refuse(response);
    answerJSON(response, 201, { id: 4711, title: todo.title, done: todo.done, tags: todo.tags, owner: todo.owner });
  });
}

function serve(request, response) {
  const [path, query] = request.url.split("?");
  if (request.method === "GET" && path === "/plaintext") {
    answer(response, 200, "text/plain; charset=utf-8", "Hello, World!");
  } else if (request.method === "GET" && /^\/users\/[^/]+\/todos$/.test(path)) {
    list(response, path, query);
  } else if (request.method === "POST" && path === "/todos") {
    create(request, response);
  } else {
    answer(response, 404, "text/plain", "");
  }
}

if (threads > 1 && cluster.isPrimary) {
  let count = 0;
  cluster.on("listening", (_, address) => {
    count += 1;
    if (count === threads) console.log(`listening on http://127.0.0.1:${address.port}`);
  });
  for (let index = 0; index < threads; index += 1) cluster.fork();
} else {
  const server = http.createServer({ keepAliveTimeout: 120000 }, serve);
  server.listen(0, "127.0.0.1", () => {
    if (!cluster.isWorker) console.log(`listening on http://127.0.0.1:${server.address().port}`);
  });
}
