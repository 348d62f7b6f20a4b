// Calls the client of Documents/cases.json, with a `fetch` that returns the given responses.
import { CasesClient, ResponseError } from "./cases";

declare const process: { exitCode: number };

function text(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? `${member}n` : member)) ?? "undefined";
}

function equal(name: string, found: unknown, expected: unknown): void {
  if (text(found) === text(expected)) return;
  process.exitCode = 1;
  console.error(`${name}: expected ${text(expected)}, found ${text(found)}`);
}

/** A client that receives one response. */
function client(status: number, body: BodyInit, key?: string, mediaType = "application/json"): CasesClient {
  const headers = { "Content-Type": mediaType };
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    sent = new Headers(init.headers).get("Cookie");
    request = { url, headers: new Headers(init.headers), form: init.body instanceof FormData ? init.body : new FormData() };
    return new Response(body, { status, headers });
  };
  return new CasesClient({ baseURL: "http://localhost", fetch, ...(key === undefined ? {} : { credentials: { key } }) });
}

let sent: string | null = null;
let request: { url: string; headers: Headers; form: FormData } | undefined;

/** Sends parameters and parts in each of their styles. */
async function styles(): Promise<void> {
  const api = client(200, "true");
  const path = { json: { x: 1, y: "é/" }, pairs: { x: 1, y: "b" }, list: { x: 1, y: "b" } };
  const picture = new Uint8Array([1]);
  await api.sendStyles({
    path, header: { "X-JSON": "é", "X-Text": "a b", "X-Pairs": { x: 1, y: "b" } },
    cookie: { ids: [1, 2], point: { x: 3, y: "b" }, count: 7, few: [4] },
    body: { csv: "a,b", note: "n", json: "j", picture },
  });
  equal("Path values are JSON, pairs or a list", request?.url, "http://localhost/styles/%7B%22x%22%3A1%2C%22y%22%3A%22%C3%A9%2F%22%7D/x=1,y=b/x,1,y,b");
  const header = (name: string): string | null | undefined => request?.headers.get(name);
  equal("Headers are JSON, text or pairs", [header("X-JSON"), header("X-Text"), header("X-Pairs")], ['"\\u00e9"', "a b", "x=1,y=b"]);
  equal("A cookie is repeated for each element or member", sent, "ids=1; ids=2; x=3; y=b; count=7; few=4");
  const parts: unknown[] = [];
  for (const name of ["csv", "note", "json", "picture"]) {
    const part = request?.form.get(name);
    parts.push(part instanceof Blob ? [part.type, await part.text()] : part);
  }
  equal("Parts have their first declared media type", parts, [["text/csv", "a,b"], "n", ["application/json", '"j"'], ["image/png", "\u0001"]]);
  const absent = await failure(api.sendStyles({ path, cookie: { few: [1, 2] } }));
  equal("A list in one cookie is refused", absent instanceof TypeError, true);
  await client(200, "true").sendStyles({ path: { ...path, list: { x: 1, y: undefined } as { x: number } } });
  equal("An absent member is left out", request?.url.endsWith("/x,1"), true);
  const labels = { label: ["a b", "é"], labels: { x: 1, y: "b" }, matrix: { x: 1, y: "b" }, points: ["a;", ""] };
  await client(200, "true").sendLabels({ path: labels });
  equal("Path values are labels or parameters", request?.url, "http://localhost/labels/.a%20b,%C3%A9/.x=1.y=b/;matrix=x,1,y,b/;points=a%3B;points");
  for (const name of ["label", "points"]) {
    const empty = await failure(client(200, "true").sendLabels({ path: { ...labels, [name]: [] } }));
    equal(`An empty list in the path value ${name} is refused`, empty instanceof TypeError, true);
  }
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    return error;
  }
}

async function events(body: BodyInit): Promise<unknown> {
  const values: unknown[] = [];
  for await (const value of await client(200, body, undefined, "text/event-stream").readEvents()) values.push(value);
  return values;
}

/** A body in chunks. */
function chunked(count: number, chunk: (index: number) => string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let index = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (index === count) controller.close();
      else controller.enqueue(encoder.encode(chunk(index++)));
    },
  });
}

async function union(body: string): Promise<unknown> {
  return failure(client(200, body).readUnion());
}

async function run(): Promise<void> {
  equal("A declared success is the result", await client(200, '"a"').makeDefault(), "a");
  const error = await failure(client(202, '{"reason":"r"}').makeDefault());
  equal("A default next to a success is an error", error instanceof ResponseError && [error.status, error.isDeclared, error.body], [
    202, false, { reason: "r" },
  ]);
  await client(200, '"a"', "k/+=").makeDefault({ cookie: { c: "a%20+" } });
  equal("Cookies are sent as they are", sent, "c=a%20+; key=k/+=");
  for (const value of ["x; admin=true", "a b", "a,b", '"a"', "a\\b", "é", "a\nb"]) {
    equal(`The cookie ${value} is refused`, (await failure(client(200, '"a"').makeDefault({ cookie: { c: value } }))) instanceof TypeError, true);
    equal(`The key ${value} is refused`, (await failure(client(200, '"a"', value).makeDefault())) instanceof TypeError, true);
  }

  await styles();

  for (const end of ["\n", "\r", "\r\n"]) {
    const event = `data: true${end}`;
    equal("An empty line ends an event", await events(event + end), [true]);
    equal("An unfinished event is dropped", await events(event + end + event), [true]);
    equal("An unfinished line is dropped", await events(event + end + "data: fal"), [true]);
    const text = `${event}data: false${end}${end}${event}${end}`;
    equal("Chunks end anywhere", await failure(events(chunked(text.length, (index) => text[index] ?? ""))), await failure(events(text)));
  }

  const largest = "9007199254740993";
  equal("A mapping may have several names of an alternative", await union(`{"mapped":{"kind":"b1","size":${largest}}}`), {
    mapped: { kind: "b1", size: 9007199254740993n },
  });
  equal("Every name selects its alternative", await union('{"mapped":{"kind":"a2","at":"1970-01-01T00:00:00Z"}}'), {
    mapped: { kind: "a2", at: new Date(0) },
  });
  equal("Integers are constants", await union('{"numbered":{"v":2,"at":"noon"}}'), { numbered: { v: 2n, at: "noon" } });
  equal("Large integers are constants", await union(`{"numbered":{"v":${largest},"at":${largest}}}`), {
    numbered: { v: 9007199254740993n, at: 9007199254740993n },
  });
  equal("A constant is not a date", await union('{"when":"never"}'), { when: "never" });
  equal("A date is not a constant", await union('{"when":"1970-01-01T00:00:00Z"}'), { when: new Date(0) });
  equal("A text that is no date is a text", await union('{"dateOrText":"noon"}'), { dateOrText: "noon" });
  equal("A fraction is not an integer", await union('{"number":1.5}'), { number: 1.5 });
  equal("An integer keeps its digits", await union(`{"number":${largest}}`), { number: 9007199254740993n });
  equal("A subtype has its members", await failure(client(200, '{"kind":"Cat","born":"1970-01-01T00:00:00Z"}').readPet()), {
    kind: "Cat", born: new Date(0),
  });
  const format = (body: string, mediaType: string): Promise<unknown> => failure(client(200, body, undefined, mediaType).readFormats());
  const read = await format('{"kind":"a","at":"1970-01-01T00:00:00Z"}', "application/json; charset=utf-8");
  equal("The most specific media type applies", read, { kind: "a", at: new Date(0) });
  equal("A range applies to its types", await format("a", "text/csv"), "a");
  equal("The range of all types applies to other types", (await format("a", "image/png")) instanceof Blob, true);
  const vehicle = async (body: string): Promise<unknown> => failure(client(200, body).readVehicle());
  equal("A subtype that its base does not list has its members", await vehicle('{"kind":"car","built":"1970-01-01T00:00:00Z"}'), {
    kind: "car", built: new Date(0),
  });
  equal(
    "A subtype of a subtype has all members",
    await vehicle('{"kind":"Van","built":"1970-01-01T00:00:00Z","load":9007199254740993}'),
    { kind: "Van", built: new Date(0), load: 9007199254740993n },
  );
  equal("A value of another subtype is kept", await vehicle('{"kind":"bike","built":"never"}'), {
    kind: "bike", built: "never",
  });
  const found = await client(200, '{"kind":"Van","built":"1970-01-01T00:00:00Z","load":1}').readVehicle();
  equal("A tag selects the type of a subtype", found.kind === "Van" ? found.load : found.kind, 1n);
}

run().catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error);
});
