// Opens every channel of `typescript-server` with the client that was generated from Documents/rooms.json.
import { Channel, ChannelError, DecodingError, Heard, RoomsClient, Said } from "./rooms";

declare const process: { argv: string[]; exitCode: number; exit(): never };

const baseURL = process.argv[2] ?? "";
const client = new RoomsClient({ baseURL });
let count = 0;

/** Runs a check, and reports its name with what went wrong. */
async function check(name: string, body: () => Promise<void>): Promise<void> {
  count += 1;
  const limit = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("took longer than 20 s")), 20_000));
  try {
    await Promise.race([body(), limit]);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === "bigint") return `${member}n`;
    return member instanceof Uint8Array ? `<${Array.from(member).join(" ")}>` : member;
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

function enter(): Channel<Said, Heard> {
  return client.rooms.enter({ path: { room: "a b" }, query: { name: "Ann" } });
}

async function run(): Promise<void> {
  await check("Messages are typed in both directions, and those sent before the opening arrive", async () => {
    const room = enter();
    const at = new Date(86_400_250);
    room.send({ type: "text", text: "grün 🌈", at });
    const heard = await room.receive();
    if (heard?.type !== "text") throw new Error(text(heard));
    equal([heard.text, heard.by, heard.at instanceof Date && heard.at.getTime()], ["a b: grün 🌈", "Ann", at.getTime()]);
    room.close();
    equal(await room.receive(), undefined);
  });
  await check("A loop receives messages in order, with exact integers, until the server closes", async () => {
    const room = enter();
    room.send({ type: "count", to: 500n });
    room.send({ type: "leave", code: 1000n, reason: "" });
    const values: bigint[] = [];
    for await (const heard of room) if (heard.type === "number") values.push(heard.value);
    equal(values.length, 501);
    equal(values.slice(0, 3), [9223372036854775807n, 1n, 2n]);
    equal(values[500], 500n);
  });
  await check("Leaving a loop leaves the channel open", async () => {
    const room = enter();
    room.send({ type: "count", to: 3n });
    for await (const heard of room) if (heard.type === "number" && heard.value === 1n) break;
    const next = await room.receive();
    equal(next?.type === "number" && next.value, 2n);
    room.close();
  });
  await check("The server's code and reason are thrown, after the messages before them", async () => {
    const room = enter();
    room.send({ type: "count", to: 1n });
    room.send({ type: "leave", code: 4001n, reason: "enough" });
    await room.receive();
    await room.receive();
    const error = await failure(room.receive());
    equal(error instanceof ChannelError && [error.code, error.reason, error.operation], [4001, "enough", "Rooms.enter"]);
    let thrown: unknown;
    try {
      room.send({ type: "nonsense" });
    } catch (error) {
      thrown = error;
    }
    equal(thrown === error, true);
  });
  await check("A message that does not decode is an error, and the next one is received", async () => {
    const room = enter();
    room.send({ type: "nonsense" });
    equal((await failure(room.receive())) instanceof DecodingError, true);
    const heard = await room.receive();
    equal(heard?.type === "number" && heard.value, 1n);
    room.close();
  });
  await check("A subprotocol is selected", async () => {
    const room = client.rooms.enter({ path: { room: "a" } }, { protocols: ["rooms.v1", "rooms.v2"] });
    await room.opened;
    equal(room.protocol, "rooms.v2");
    room.close(4000, "done");
  });
  await check("Strings and bytes are messages", async () => {
    const bytes = client.rooms.bytes();
    bytes.send("aß");
    const received: Uint8Array | undefined = await bytes.receive();
    equal(received, new Uint8Array([97, 195, 159]));
    bytes.close();
    const sums = client.rooms.sums();
    sums.send(new Uint8Array([1, 2, 255]));
    equal(await sums.receive(), "258");
    sums.send(new Blob(["ab"]));
    equal(await sums.receive(), "195");
    sums.close();
  });
  await check("More waiting messages than the limit end the channel", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const webSocket = (url: string, protocols: string[]): WebSocket => {
      const socket = new WebSocket(url, protocols);
      closed = new Promise((resolve) => socket.addEventListener("close", resolve));
      return socket;
    };
    const room = new RoomsClient({ baseURL, webSocket }).rooms.enter({ path: { room: "a" } }, { maxWaiting: 5 });
    await room.opened;
    room.send({ type: "count", to: 100n });
    await closed;
    for (let index = 0; index < 5; index += 1) await room.receive();
    const error = await failure(room.receive());
    equal(error instanceof ChannelError && [error.code, error.reason], [4000, "more than 5 messages wait"]);
  });
  await check("A refused and a lost connection have the code 1006", async () => {
    for (const baseURL of [process.argv[2] + "/nothing", "http://127.0.0.1:1"]) {
      const room = new RoomsClient({ baseURL }).rooms.bytes();
      const error = await failure(room.receive());
      equal(error instanceof ChannelError && error.code, 1006);
      equal((await failure(room.opened)) === error, true);
    }
  });
  await check("A signal and a timeout end the channel with their errors", async () => {
    const controller = new AbortController();
    const room = client.rooms.bytes({ signal: controller.signal });
    await room.opened;
    const waiting = failure(room.receive());
    controller.abort();
    equal((await waiting) === controller.signal.reason, true);
    const aborted = client.rooms.bytes({ signal: controller.signal });
    equal((await failure(aborted.opened)) === controller.signal.reason, true);
    const silent = Object.assign(new EventTarget(), { close: () => undefined }) as unknown as WebSocket;
    const never = new RoomsClient({ baseURL, webSocket: () => silent });
    const late = never.rooms.bytes({ timeout: 20 });
    const error = await failure(late.receive());
    equal(error instanceof DOMException && error.name, "TimeoutError");
  });
  await check("Credentials in headers need a function that sends them", async () => {
    const credentials = { bearer: "t0ken" };
    const plain = new RoomsClient({ baseURL, credentials }).rooms.secured();
    const error = await failure(plain.receive());
    equal(error instanceof TypeError && error.message, "WebSocket sends no header authorization; set the option webSocket");
    const webSocket = (url: string, protocols: string[], headers: Headers): WebSocket => {
      const entries: { [name: string]: string } = {};
      headers.forEach((value, name) => (entries[name] = value));
      return new WebSocket(url, { protocols, headers: entries } as unknown as string[]);
    };
    const secured = new RoomsClient({ baseURL, credentials, webSocket }).rooms.secured();
    equal(await secured.receive(), "admitted");
    equal(await secured.receive(), undefined);
  });
  await check("The URL is wss for https", async () => {
    const urls: string[] = [];
    const webSocket = (url: string): WebSocket => {
      urls.push(url);
      throw new Error("not opened");
    };
    const secure = new RoomsClient({ baseURL: "https://api.example.com/v1/", webSocket });
    const room = secure.rooms.enter({ path: { room: "a/b" }, query: { name: "c&d" } });
    equal(String(await failure(room.opened)), "Error: not opened");
    equal(urls, ["wss://api.example.com/v1/rooms/a%2Fb?name=c%26d"]);
  });
  await check("A closed channel has ended normally", async () => {
    const room = enter();
    room.close();
    equal(await room.receive(), undefined);
    equal((await failure(room.opened)) instanceof ChannelError, true);
  });
}

run().then(
  () => {
    console.log(`${count} checks of channels${process.exitCode === 1 ? ", with failures" : ""}`);
    // Timers of checks would keep the process.
    process.exit();
  },
  (error) => {
    process.exitCode = 1;
    console.error(error);
  },
);
