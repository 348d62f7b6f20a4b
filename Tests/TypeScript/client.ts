// Calls every operation of `typescript-server` with the client that was generated from Documents/nodes.json.
import { DecodingError, isErrorOf, Node, NodesClient, NodesLoadInput, ResponseError } from "./nodes";

declare const process: { argv: string[]; exitCode: number };

const baseURL = process.argv[2] ?? "";
const client = new NodesClient({ baseURL });
const credentials = { bearer: "t0ken", basic: { username: "ann", password: "pässword" } };
const largest = 9223372036854775807n;
let count = 0;

/** Runs a check, and reports its name with what went wrong. */
async function check(name: string, body: () => Promise<void>): Promise<void> {
  count += 1;
  try {
    await body();
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === "bigint") return `${member}n`;
    if (member instanceof Uint8Array) return `<${Array.from(member).join(" ")}>`;
    // The order of a dictionary's members is not that of the sender.
    const isRecord = typeof member === "object" && member !== null && !Array.isArray(member);
    return isRecord ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1))) : member;
  }) ?? "undefined";
}

function equal(found: unknown, expected: unknown): void {
  if (text(found) !== text(expected)) throw new Error(`expected ${text(expected)}, found ${text(found)}`);
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  try {
    return new Error(`expected an error, found ${text(await call)}`);
  } catch (error) {
    return error;
  }
}

const tree: Node = {
  id: -9223372036854775808n, name: "grün 🌈", ratio: -0.1, at: new Date(1234), data: new Uint8Array([1, 2, 255]),
  state: "asleep", owner: null, sizes: { ["__proto__"]: 1n, largest, "a/b": 0n }, extra: { list: [1.5, null, largest] },
  children: [],
};

async function* nodes(count: number): AsyncGenerator<Node> {
  for (let index = 0; index < count; index += 1) yield { ...tree, id: BigInt(index), name: "n" };
}

async function load(body: Exclude<NodesLoadInput["body"], undefined>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of await client.nodes.load({ body })) lines.push(line);
  return lines;
}

async function run(): Promise<void> {
  await check("A path, query, header and cookie arrive, and 64-bit integers are exact", async () => {
    const node = await client.nodes.node({
      path: { id: largest }, query: { tags: ["a&b", "c,d", "é"], since: new Date(86_400_250), deep: true },
      header: { "X-Trace": "t 1" }, cookie: { session: "abc" },
    });
    equal(node.id, largest);
    equal(node.name, "a&b+c,d+é");
    equal(node.at instanceof Date && node.at.getTime(), 86_400_250);
    equal(node.extra, { deep: true, trace: "t 1", session: "abc" });
    equal(node.data, new Uint8Array([0, 255, 128]));
    equal(node.owner, largest);
    equal(node.sizes, { all: largest, none: 0n });
    const leaf = node.children[0];
    equal(leaf?.id, -9223372036854775808n);
    equal(leaf?.ratio, 1e300);
    equal(leaf?.state, "asleep");
    equal(leaf?.owner, null);
    equal(leaf?.extra, { big: largest, small: 1 });
    equal((await client.nodes.node({ path: { id: 1 } })).extra, { deep: null, trace: "", session: "" });
  });
  await check("A recursive body is sent and returned, with typed headers", async () => {
    const created = await client.nodes.create({ body: { ...tree, children: [tree, { ...tree, children: [tree] }] } });
    equal(created.status, 201);
    equal(created.headers, { Location: "/nodes/-9223372036854775808", Serial: largest });
    equal(created.body.children[1]?.children[0]?.extra, tree.extra);
    equal(created.body.children[0]?.name, tree.name);
    equal(created.body.at.getTime(), 1234);
    equal(created.body.sizes, { ["__proto__"]: 1n, largest, "a/b": 0n });
    equal(Object.keys(created.body.sizes).length, 3);
  });
  await check("A patch distinguishes absent, null and set", async () => {
    equal(await client.nodes.edit({ path: { id: 1 }, body: { parent: null } }), "leave clear");
    equal(await client.nodes.edit({ path: { id: 1 }, body: { name: "x", parent: largest } }), `set("x") set(${largest})`);
  });
  await check("Declared errors are told apart by their code", async () => {
    const error = await failure(client.nodes.node({ path: { id: 404 } }));
    if (!isErrorOf(error, "Nodes.node")) throw error;
    switch (error.body.code) {
      case "notFound": {
        const id: bigint = error.body.id;
        equal(id, largest);
        break;
      }
      case "taken":
      case "locked":
      case undefined:
        throw error;
    }
    equal(error.status, 404);
    const taken = await failure(client.nodes.node({ path: { id: 409 } }));
    if (!isErrorOf(taken, "Nodes.node") || taken.status !== 409 || taken.body.code !== "taken") throw taken;
    const by: bigint = taken.body.by;
    equal([taken.body.name, by], ["milk", 7n]);
    const locked = await failure(client.nodes.node({ path: { id: 410 } }));
    equal(isErrorOf(locked, "Nodes.node") && locked.status === 409 && locked.body.code, "locked");
    equal(isErrorOf(locked, "Nodes.edit"), false);
  });
  await check("A 400 names each input at fault", async () => {
    const error = await failure(client.nodes.create({ body: { ...tree, name: "" } }));
    if (!isErrorOf(error, "Nodes.create") || error.status !== 400) throw error;
    equal(error.body.errors?.map(({ in: place, pointer, code }) => [place, pointer, code]), [["body", "/name", "invalid"]]);
  });
  await check("Credentials are sent to operations that ask for them", async () => {
    const refused = await failure(client.nodes.remove({ path: { id: 1 } }));
    equal(isErrorOf(refused, "Nodes.remove") && refused.status, 401);
    const known = new NodesClient({ baseURL: `${baseURL}/`, credentials });
    equal(await known.nodes.remove({ path: { id: 1 } }), undefined);
    equal((await known.nodes.replace({ path: { id: 2 }, body: { name: "n", count: largest } })).sizes, { count: largest });
    const key = new NodesClient({ baseURL, credentials: { "header-x-key": async () => "t0ken" } });
    equal((await key.nodes.replace({ path: { id: 2 }, body: { name: "n", count: 3 } })).name, "n");
    for (const credentials of [{ "query-key": "t0ken" }, { "cookie-key": "t0ken" }]) {
      equal(await new NodesClient({ baseURL, credentials }).nodes.key(), "admitted");
    }
    const wrong = await failure(new NodesClient({ baseURL, credentials: { "query-key": "no" } }).nodes.key());
    equal(isErrorOf(wrong, "Nodes.key") && wrong.status, 401);
  });
  await check("HEAD has typed headers, and OPTIONS a dictionary", async () => {
    equal(await client.nodes.count(), { status: 204, headers: { "Total-Count": -9223372036854775808n } });
    equal(await client.nodes.options(), { largest });
  });
  await check("Several results are told apart by their status", async () => {
    const found = await client.nodes.next({ path: { id: 1 } });
    equal(found.status === 200 && found.body.id, 1n);
    equal((await client.nodes.next({ path: { id: 0 } })).status, 204);
    const created = await client.nodes.send({ body: { title: "new" } });
    equal(created.status === 201 && created.headers.Location, "/inbox/1");
    const other = await client.nodes.send({ body: { title: "other" } });
    equal(other.status === 303 && other.headers.Location, "/outbox");
    equal((await client.nodes.send({ body: { title: "old" } })).status, 200);
  });
  await check("A tagged union keeps alternatives and unknown tags", async () => {
    const events = await client.nodes.echo({
      body: [{ type: "labeled", label: "bug", by: largest }, { type: "moved", from: 1n, to: largest, at: new Date(1000) }, { type: "closed" },
        JSON.parse('{"type":"merged","by":{"name":"ann"}}')],
    });
    const [labeled, moved, closed, unknown] = events;
    equal(labeled?.type === "labeled" && labeled.by, largest);
    equal(moved?.type === "moved" && moved.at.getTime(), 1000);
    equal(closed, { type: "closed" });
    equal(unknown, { type: "merged", by: { name: "ann" } });
  });
  await check("Forms and files arrive", async () => {
    equal(await client.nodes.form({ body: { title: "a b&c=+é", tags: ["x", "y z"], count: largest } }), `a b&c=+é [x|y z] ${largest}`);
    equal(await client.nodes.form({ body: { title: "", tags: [] } }), " [] none");
    const parts = await client.nodes.upload({
      body: { title: "t", file: new Uint8Array([1, 2]), more: [new Blob(["abc"], { type: "image/gif" }), new Uint8Array([9])] },
    });
    equal(parts.slice(0, 3), ["t", "blob application/octet-stream 2 3", "blob image/gif 3 294"]);
    // Only one of the documents has a type for this part.
    equal(["blob image/png 1 9", "blob application/octet-stream 1 9"].includes(parts[3] ?? ""), true);
  });
  await check("Text and bytes arrive unchanged", async () => {
    equal(await client.nodes.text({ body: "grün\r\n\u0000" }), "grün\r\n\u0000");
    const bytes = await client.nodes.bytes({ body: new Uint8Array([1, 2, 255]) });
    equal(new Uint8Array(await bytes.arrayBuffer()), new Uint8Array([255, 2, 1]));
    equal((await (await client.nodes.bytes({ body: new Blob(["ab"]) })).text()), "ba");
  });
  await check("JSON lines are sent from arrays, sequences and bytes, and received as strings", async () => {
    equal(await load([tree, { ...tree, id: largest }]), [`${tree.id} grün 🌈 1234 3`, `${largest} grün 🌈 1234 3`]);
    equal(await load(new Set([tree])), [`${tree.id} grün 🌈 1234 3`]);
    const many = await load(nodes(2000));
    equal([many.length, many[0], many[1999]], [2000, "0 n 1234 3", "1999 n 1234 3"]);
    const line = '{"id":7,"name":"n","ratio":0,"at":"1970-01-01T00:00:01Z","data":"","state":"open","sizes":{},"children":[]}\n';
    equal(await load(new Blob([line, line])), ["7 n 1000 0", "7 n 1000 0"]);
    equal(await load(new TextEncoder().encode(line)), ["7 n 1000 0"]);
    equal(await load([]), []);
    equal(await load(nodes(0)), []);
  });
  await check("A refused line ends the sequence that is being sent", async () => {
    let isStopped = false;
    let isEnded = false;
    async function* endless(): AsyncGenerator<Node> {
      try {
        for (let index = 0; !isStopped; index += 1) yield { ...tree, name: index === 1000 ? "" : "n" };
      } finally {
        isEnded = true;
      }
    }
    try {
      const error = await failure(load(endless()));
      if (!isErrorOf(error, "Nodes.load") || error.status !== 400) throw error;
      equal(error.body.errors?.map(({ pointer, code }) => [pointer, code]), [["/1000/name", "invalid"]]);
      for (let count = 0; !isEnded && count < 500; count += 1) await new Promise((resolve) => setTimeout(resolve, 10));
      equal(isEnded, true);
    } finally {
      isStopped = true;
    }
  });
  await check("A body that is never read is closed with its call", async () => {
    const controller = new AbortController();
    controller.abort();
    const { signal } = controller;
    const isClosed = { stream: false, file: false };
    const stream = new ReadableStream<Uint8Array>({ cancel() { isClosed.stream = true; } });
    await failure(client.nodes.bytes({ body: stream }, { signal }));
    // As a stream of Node, which its iterator does not close before the first chunk.
    const chunks = (async function* (): AsyncGenerator<Uint8Array> { yield new Uint8Array(1); })();
    const file = Object.assign(chunks, { destroy() { isClosed.file = true; } });
    await failure(client.nodes.bytes({ body: file }, { signal }));
    equal(isClosed, { stream: true, file: true });
  });
  await check("An error of a sequence fails the call", async () => {
    const lost = new Error("lost");
    async function* broken(): AsyncGenerator<Node> {
      yield tree;
      throw lost;
    }
    equal((await failure(load(broken()))) === lost, true);
    equal((await failure(load(new Set([{ ...tree, ratio: NaN }]))) as Error).name, "TypeError");
    async function* silent(): AsyncGenerator<Node> {
      yield tree;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const call = client.nodes.load({ body: silent() }, { timeout: 20 });
    equal((await failure(call) as Error).name, "TimeoutError");
  });
  await check("Bytes are sent from streams and sequences, and received with the media type of the service", async () => {
    const chunk = Uint8Array.from({ length: 65_536 }, (_, index) => index % 251);
    async function* chunks(count: number): AsyncGenerator<Uint8Array> {
      for (let index = 0; index < count; index += 1) yield chunk;
    }
    const received = await client.nodes.relay({ query: { mediaType: "text/csv" }, body: chunks(100) });
    equal([received.size, received.type], [6_553_600, "text/csv"]);
    const bytes = new Uint8Array(await received.arrayBuffer());
    equal(bytes.every((byte, index) => byte === chunk[index % 65_536]), true);
    const json = await client.nodes.relay({ query: { mediaType: "application/json" }, body: new Blob(["[1]"]).stream() });
    equal([json.type, await json.text()], ["application/json", "[1]"]);
    equal((await client.nodes.relay()).size, 0);
    equal(await (await client.nodes.bytes({ body: new Blob(["abc"]).stream() })).text(), "cba");
  });
  await check("A platform without streams of requests is an error", async () => {
    const known = globalThis.Request;
    globalThis.Request = class { headers = new Headers({ "Content-Type": "text/plain" }); } as unknown as typeof Request;
    try {
      equal((await failure(load(nodes(1))) as Error).name, "TypeError");
      equal(await load([]), []);
    } finally {
      globalThis.Request = known;
    }
  });
  await check("Arrays and objects of a query follow their styles", async () => {
    equal(await client.nodes.search({ query: { ids: [1, largest], filter: { state: "a&b", page: { size: 5 } } } }), `1+${largest} a&b 5`);
    equal(await client.nodes.search({ query: { ids: [] } }), " none");
    equal(await client.nodes.search(), " none");
  });
  await check("Streams yield typed elements", async () => {
    for (const stream of [await client.ticks(), await client.lines()]) {
      const ticks: unknown[] = [];
      for await (const { tick, at } of stream) ticks.push([tick, at.getTime()]);
      equal(ticks, [[9007199254740991n, 1000], [9007199254740992n, 2000], [9007199254740993n, 3000]]);
    }
    for await (const { tick } of await client.lines()) {
      equal(tick, 9007199254740991n);
      break;
    }
  });
  await check("A declared error in the middle of a stream is thrown", async () => {
    const values: string[] = [];
    const read = async () => {
      for await (const value of await client.nodes.watch({ path: { id: largest } })) values.push(value);
    };
    const error = await failure(read());
    equal(values, ["a", "b\nc"]);
    if (!isErrorOf(error, "Nodes.watch") || error.body.code !== "notFound") throw error;
    equal([error.status, error.body.id], [404, largest]);
    const lines = async () => {
      for await (const value of await client.nodes.export({ path: { id: 1 } })) throw value;
    };
    const broken = await failure(lines());
    if (!isErrorOf(broken, "Nodes.export")) throw broken;
    equal(broken.status, 404);
  });
  await check("A call is aborted by its signal and its timeout", async () => {
    const slow = { path: { milliseconds: 30_000 } };
    const controller = new AbortController();
    const call = failure(client.nodes.slow(slow, { signal: controller.signal }));
    controller.abort();
    equal((await call as Error).name, "AbortError");
    equal((await failure(client.nodes.slow(slow, { signal: controller.signal })) as Error).name, "AbortError");
    equal((await failure(client.nodes.slow(slow, { timeout: 20 })) as Error).name, "TimeoutError");
    equal((await failure(new NodesClient({ baseURL, timeout: 20 }).nodes.slow(slow)) as Error).name, "TimeoutError");
  });
  await check("An undeclared response is an error that is not declared", async () => {
    const page = await failure(client.getPage());
    equal(page instanceof ResponseError && [page.status, page.isDeclared], [200, false]);
    const gone = await failure(new NodesClient({ baseURL: `${baseURL}/nowhere` }).nodes.slow({ path: { milliseconds: 0 } }));
    equal(gone instanceof ResponseError && [gone.status, gone.isDeclared], [404, false]);
    const headers = { "Content-Type": "application/problem+json" };
    const newer = async (): Promise<Response> => new Response('{"title":"Conflict","status":409,"code":"newer"}', { status: 409, headers });
    const unknown = await failure(new NodesClient({ baseURL, fetch: newer }).nodes.node({ path: { id: 1 } }));
    equal(unknown instanceof ResponseError && [unknown.status, isErrorOf(unknown, "Nodes.node")], [409, false]);
  });
  await check("Values that cannot be sent are refused", async () => {
    for (const id of ["", ".", ".."]) {
      equal((await failure(client.nodes.next({ path: { id: id as unknown as number } })) as Error).name, "TypeError");
    }
    equal((await failure(client.nodes.node({ path: { id: 1 }, header: { "X-Trace": "a\r\nb" } })) as Error).name, "TypeError");
    equal((await failure(client.nodes.create({ body: { ...tree, ratio: NaN } })) as Error).name, "TypeError");
  });
  await check("Responses of another form are decoding errors with their place", async () => {
    const answers = (body: string): NodesClient =>
      new NodesClient({ baseURL, fetch: async () => new Response(body, { headers: { "Content-Type": "application/json" } }) });
    for (const [body, place] of [
      ['{"tick":1.5,"at":"1970-01-01T00:00:00Z"}', "/tick"], ['{"tick":1,"at":"today"}', "/at"], ["{", ""],
      ['{"tick":9007199254740993.0,"at":null}', "/tick"],
    ] as const) {
      const error = await failure(answers(body).getPage());
      equal(error instanceof DecodingError && error.place, place);
    }
    const bare = new NodesClient({ baseURL, fetch: async () => new Response(null, { status: 204 }) });
    const missing = await failure(bare.nodes.count());
    equal(missing instanceof DecodingError && missing.place, "the header Total-Count");
    const long = "x".repeat(20_000_000);
    const tick = await answers(`{"note":"${long}\\"","other":12345678901234567890,"tick":9007199254740993,"__proto__":{"a":1}}`).getPage();
    equal(tick.tick, 9007199254740993n);
    equal((tick as unknown as { other: unknown }).other, 12345678901234567890);
    equal(Object.getPrototypeOf(tick) === Object.prototype, true);
  });
  console.log(`${count} checks`);
}

void run();
