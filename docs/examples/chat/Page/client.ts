// Chat 1.0.0
// Written by `contract-tool typescript`. Changes will be lost.
/* eslint-disable */

/** A client of Chat. */
export class ChatClient {
  readonly #caller: WireCaller;
  readonly chat: ChatOperations;

  constructor(options: ClientOptions) {
    this.#caller = new WireCaller(options.baseURL, options, undefined);
    this.chat = new ChatOperations(this.#caller);
  }
}

/** The operations of `ChatClient.chat`. */
export class ChatOperations {
  readonly #caller: WireCaller;

  constructor(caller: WireCaller) {
    this.#caller = caller;
  }

  /**
   * Enters a room until the channel is closed. The first message is the welcome.
   *
   * `GET /rooms/{room}`
   */
  enter(input: ChatEnterInput, options?: ChannelOptions): Channel<ClientMessage, ServerMessage> {
    return this.#caller.open({
      id: "Chat.enter",
      method: "GET",
      path: "/rooms/{room}",
      query: ["name"],
      responses: {},
      channel: {
        sent: [{ type: "application/json" }],
        received: [{ type: "application/json", shape: { type: "ServerMessage" } }],
      },
    }, input, options);
  }

  /**
   * Lists the rooms that have members.
   *
   * `GET /rooms`
   */
  rooms(options?: CallOptions): Promise<Room[]> {
    return this.#caller.call({
      id: "Chat.rooms",
      method: "GET",
      path: "/rooms",
      responses: { 200: [{ type: "application/json" }] },
    }, {}, options);
  }
}

/** Settings of a client. */
export interface ClientOptions {
  /** The URL before the paths of all operations. */
  baseURL: string;
  /** Headers of every request. */
  headers?: { [name: string]: string };
  /** The maximum time of a call in milliseconds. Default: none. */
  timeout?: number;
  /** The function that sends requests. Default: the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** The function that opens channels. Default: the global `WebSocket`, which sends no headers. */
  webSocket?: (url: string, protocols: string[], headers: Headers) => WebSocket;
}

const schemes: { readonly [name: string]: WireScheme } = {};

/** The input of `Chat.enter`. */
export interface ChatEnterInput {
  path: { room: string };
  query: {
    /** the name of the new member, which must be unique in the room. */
    name: string;
  };
}

/** The declared errors by operation, for `isErrorOf`. */
export interface ErrorsOf {
  "Chat.enter": never;
  "Chat.rooms": never;
}

export interface ChatErrorNameTaken {
  name: string;
  code: "nameTaken";
}

/** A message of a member. */
export type ClientMessage = ClientMessageSay | ClientMessageWhisper;

/** Says something to all members of the room. */
export interface ClientMessageSay {
  type: "say";
  /** 1 to 500 characters. */
  text: string;
}

/** Says something to one member. */
export interface ClientMessageWhisper {
  type: "whisper";
  /** The name of the member. */
  to: string;
  /** 1 to 500 characters. */
  text: string;
}

/** A problem (RFC 9457). */
export interface Problem {
  title: string;
  status: number;
  detail?: string;
  message?: string;
  /** The faults in the inputs. */
  errors?: {
    in: "path" | "query" | "header" | "cookie" | "body";
    /** The name of a path, query, header or cookie value. */
    name?: string;
    /** The location in the body as a JSON Pointer (RFC 6901). */
    pointer?: string;
    code: "missing" | "type" | "invalid" | "repeated" | "syntax";
    expected?: string;
    message: string;
  }[];
  /** The id of the request in the server's log. */
  requestID?: string;
}

/** A room with its members, in alphabetical order. */
export interface Room {
  /** The name in the path. */
  name: string;
  /** The names of the members. */
  members: string[];
}

/** A message to a member. */
export type ServerMessage =
  | {
    type: "welcome";
    /** The name in the path. */
    name: string;
    /** The names of the members. */
    members: string[];
  }
  | { type: "joined"; name: string }
  | { type: "left"; name: string }
  | { type: "said"; by: string; text: string }
  | { type: "whispered"; by: string; to: string; text: string }
  | { type: "refused"; reason: string }
  | { type: UnknownTag; [name: string]: unknown };

/** Settings of one call. */
export interface CallOptions {
  /** Aborts the call. */
  signal?: AbortSignal;
  /** The maximum time of the call in milliseconds. */
  timeout?: number;
  /** Further headers of the request. */
  headers?: { [name: string]: string };
  /** Receives the response before its body is read. */
  onResponse?: (response: Response) => void;
}

/** A response that is not a success. */
export class ResponseError<Status extends number = number, Body = unknown> extends Error {
  /** The id of the operation. */
  readonly operation: string;
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;
  /** Whether the document declares this status with this body. */
  readonly isDeclared: boolean;

  constructor(operation: string, status: Status, body: Body, headers: Headers, isDeclared: boolean) {
    super(`${operation}: status ${status}${summary(body)}`);
    this.name = "ResponseError";
    this.operation = operation;
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.isDeclared = isDeclared;
  }
}

/**
 * Whether a call failed with an error that its operation declares. The type of `error.body` then depends on
 * `error.status`, and on the code in the body.
 */
export function isErrorOf<Id extends keyof ErrorsOf>(error: unknown, operation: Id): error is ErrorsOf[Id] {
  return error instanceof ResponseError && error.isDeclared && error.operation === operation;
}

/** A successful response that differs from the form that the document declares. */
export class DecodingError extends Error {
  /** The JSON pointer of the value in the body, or the name of the header. */
  readonly place: string;

  constructor(place: string, message: string) {
    super(`${place === "" ? "the body" : place} ${message}`);
    this.name = "DecodingError";
    this.place = place;
  }
}

/** Settings of a channel. */
export interface ChannelOptions {
  /** Closes the channel. */
  signal?: AbortSignal;
  /** The maximum time until the channel is open, in milliseconds. */
  timeout?: number;
  /** The offered subprotocols in order of preference. */
  protocols?: string[];
  /** The maximum number of received messages that wait for `receive`. A further message ends the channel. Default: 1000. */
  maxWaiting?: number;
}

/** The abnormal end of a channel. */
export class ChannelError extends Error {
  /** The id of the operation. */
  readonly operation: string;
  /** The code of RFC 6455, section 7.4.1, such as 1006 for a connection that was refused or lost. */
  readonly code: number;
  readonly reason: string;

  constructor(operation: string, code: number, reason: string) {
    super(`${operation}: closed with ${code}${reason === "" ? "" : `, ${reason}`}`);
    this.name = "ChannelError";
    this.operation = operation;
    this.code = code;
    this.reason = reason;
  }
}

/**
 * A WebSocket whose messages are values. Received messages wait until they are read by `receive`, or by a loop with
 * `for await`. Leaving the loop does not close the channel.
 */
export class Channel<Sent, Received> implements AsyncIterable<Received> {
  /** Settles when the channel is open, or with the error that prevents it. */
  readonly opened: Promise<void>;
  readonly #operation: WireOperation;
  readonly #maxWaiting: number;
  #socket: WebSocket | undefined;
  #isOpen = false;
  #unsent: (string | Blob | Uint8Array)[] = [];
  #waiting: unknown[] = [];
  #readers: { resolve: (message: Received | undefined) => void; reject: (error: unknown) => void }[] = [];
  #end: { error: unknown } | undefined;
  #settle: (error?: unknown) => void = () => undefined;

  constructor(operation: WireOperation, options: ChannelOptions, connect: () => Promise<() => WebSocket>) {
    this.#operation = operation;
    this.#maxWaiting = options.maxWaiting ?? 1000;
    const { signal, timeout } = options;
    const abort = (): void => this.#fail(signal?.reason);
    const timer = timeout === undefined ? undefined : setTimeout(() => {
      this.#fail(new DOMException(`${operation.id} took longer than ${timeout} ms`, "TimeoutError"));
    }, timeout);
    this.opened = new Promise((resolve, reject) => {
      this.#settle = (error) => {
        clearTimeout(timer);
        if (this.#end !== undefined) signal?.removeEventListener("abort", abort);
        if (this.#isOpen) resolve();
        else reject(error ?? new ChannelError(operation.id, 1000, "closed before it was open"));
      };
    });
    // Programs that only receive messages get the error from `receive`.
    this.opened.catch(() => undefined);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    else connect().then((open) => this.#start(open())).catch((error: unknown) => this.#finish(error));
  }

  /** The subprotocol that the server selected; empty for none. */
  get protocol(): string {
    return this.#socket?.protocol ?? "";
  }

  /** The number of bytes that were passed to `send` but not yet to the network. */
  get bufferedAmount(): number {
    return this.#socket?.bufferedAmount ?? 0;
  }

  /** Sends a message, or keeps it until the channel is open. Throws if the channel has ended. */
  send(message: Sent): void {
    if (this.#end !== undefined) throw this.#end.error ?? new ChannelError(this.#operation.id, 1000, "closed");
    const data = messageOf(this.#operation.channel?.sent ?? [], message);
    if (this.#isOpen) this.#socket?.send(data as string);
    else if (this.#unsent.length < this.#maxWaiting) this.#unsent.push(data);
    else throw new RangeError(`${this.#operation.id}: more than ${this.#maxWaiting} messages wait for the opening`);
  }

  /**
   * The next message; undefined after the end: after `close`, or a close by the server with 1000, 1001 or no code.
   * Any other end throws. After a message that cannot be decoded, the next message can still be received.
   */
  async receive(): Promise<Received | undefined> {
    if (this.#waiting.length > 0) return this.#decoded(this.#waiting.shift());
    if (this.#end === undefined) return new Promise((resolve, reject) => this.#readers.push({ resolve, reject }));
    if (this.#end.error !== undefined) throw this.#end.error;
    return undefined;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Received> {
    for (let message = await this.receive(); message !== undefined; message = await this.receive()) yield message;
  }

  /** Closes the channel. Browsers allow the codes 1000 and 3000 to 4999. Messages that arrive later are dropped. */
  close(code = 1000, reason = ""): void {
    this.#socket?.close(code, reason);
    this.#finish(undefined);
  }

  #start(socket: WebSocket): void {
    this.#socket = socket;
    if (this.#end !== undefined) return socket.close();
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => {
      if (this.#end !== undefined) return;
      this.#isOpen = true;
      for (const data of this.#unsent.splice(0)) socket.send(data as string);
      this.#settle();
    });
    socket.addEventListener("message", ({ data }) => this.#add(data));
    // Node 20 does not report the close that follows an error. Browsers report it with this code.
    socket.addEventListener("error", () => this.#finish(new ChannelError(this.#operation.id, 1006, "")));
    socket.addEventListener("close", ({ code, reason }) => {
      const isNormal = [1000, 1001, 1005].includes(code) && this.#isOpen;
      this.#finish(isNormal ? undefined : new ChannelError(this.#operation.id, code, reason));
    });
  }

  #add(data: unknown): void {
    if (this.#end !== undefined) return;
    const reader = this.#readers.shift();
    if (reader !== undefined) {
      try {
        reader.resolve(this.#decoded(data));
      } catch (error) {
        reader.reject(error);
      }
    } else if (this.#waiting.length < this.#maxWaiting) this.#waiting.push(data);
    else this.#fail(new ChannelError(this.#operation.id, 4000, `more than ${this.#maxWaiting} messages wait`), 4000);
  }

  #decoded(data: unknown): Received {
    return valueOf(this.#operation.channel?.received ?? [], data) as Received;
  }

  /** Ends the channel with an error of the client. */
  #fail(error: unknown, code = 1000): void {
    this.#finish(error);
    this.#socket?.close(code);
  }

  #finish(error: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = { error };
    this.#unsent = [];
    this.#settle(error);
    for (const { resolve, reject } of this.#readers.splice(0)) {
      if (error === undefined) resolve(undefined);
      else reject(error);
    }
  }
}

// The rest of the file sends requests, and converts values to JSON and back.


/** The members of components that have another form in JSON. */
const shapes: { readonly [type: string]: WireShape } = {
  ServerMessage: {
    oneOf: [
      [{ is: { type: "whispered" } }, null],
      [{ is: { type: "welcome" } }, null],
      [{ is: { type: "said" } }, null],
      [{ is: { type: "joined" } }, null],
      [{ is: { type: "left" } }, null],
      [{ is: { type: "refused" } }, null],
      [{ has: ["type"] }, "json"],
    ],
  },
};

/** The parts of a value that have another form in JSON; `null` for a value without such parts. */
type WireShape =
  | "integer" | "date" | "base64" | "json" | null
  | { readonly type: string }
  | { readonly items: WireShape }
  | { readonly tuple: readonly WireShape[]; readonly items?: WireShape }
  | { readonly values: WireShape }
  | { readonly members: { readonly [name: string]: WireShape }; readonly values?: WireShape }
  | { readonly all: readonly WireShape[] }
  | { readonly oneOf: readonly (readonly [WireTest, WireShape])[] };

/** A test for an alternative: the kind of value, given values, members with given values, or members that must exist. */
interface WireTest {
  readonly kind?: string;
  readonly one?: readonly unknown[];
  readonly is?: { readonly [name: string]: unknown };
  readonly has?: readonly string[];
}

type WireStyle = "comma" | "space" | "pipe" | "deepObject" | "pairs" | "json" | "label" | "label*" | "matrix" | "matrix*";

type WireParameter = string | readonly [string, WireStyle];

interface WireContent {
  readonly type: string;
  readonly shape?: WireShape;
  readonly parts?: { readonly [name: string]: WirePart };
  /** The member that distinguishes errors, and its values. */
  readonly tag?: readonly [string, readonly unknown[]];
  readonly stream?: "events" | "lines";
  readonly isText?: boolean;
}

interface WirePart {
  readonly type?: string;
  readonly style?: WireStyle;
  readonly isFile?: boolean;
}

interface WireHeader {
  readonly kind?: "integer" | "number" | "boolean" | "date" | "base64";
  readonly isList?: boolean;
  readonly isRequired?: boolean;
}

interface WireScheme {
  readonly in: "authorization" | "basic" | "header" | "query" | "cookie";
  readonly name?: string;
}

interface WireOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The styles of values in the path. */
  readonly segments?: { readonly [name: string]: WireStyle };
  readonly query?: readonly WireParameter[];
  readonly header?: readonly WireParameter[];
  readonly cookie?: readonly WireParameter[];
  readonly body?: readonly WireContent[];
  /** Whether the result contains the status and headers, in addition to the body. */
  readonly isWhole?: boolean;
  readonly responses: { readonly [status: string]: readonly WireContent[] };
  readonly headers?: { readonly [status: string]: { readonly [name: string]: WireHeader } };
  readonly security?: readonly (readonly string[])[];
  readonly channel?: {
    readonly sent: readonly WireContent[];
    readonly received: readonly WireContent[];
    readonly protocols?: readonly string[];
  };
}

interface WireInput {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly cookie?: object;
  readonly contentType?: string;
  readonly body?: unknown;
}

/** The sequence that a request sends. */
interface WireSending {
  /** Ends the call with an error that the sequence has thrown. */
  readonly fail: (error: unknown) => void;
  /** Ends the sequence after the call. */
  end?: () => void;
}

interface WireSettings {
  readonly headers?: { [name: string]: string };
  readonly timeout?: number;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly webSocket?: (url: string, protocols: string[], headers: Headers) => WebSocket;
}

class WireCaller {
  readonly #baseURL: string;
  readonly #settings: WireSettings;
  readonly #credentials: object | undefined;

  constructor(baseURL: string, settings: WireSettings, credentials: object | undefined) {
    this.#baseURL = baseURL.replace(/\/+$/, "");
    this.#settings = settings;
    this.#credentials = credentials;
  }

  async call<Result>(operation: WireOperation, input: WireInput, options: CallOptions = {}): Promise<Result> {
    const controller = new AbortController();
    const { signal } = options;
    const abort = (): void => controller.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    const limit = options.timeout ?? this.#settings.timeout;
    const timer = limit === undefined ? undefined : setTimeout(() => {
      controller.abort(new DOMException(`${operation.id} took longer than ${limit} ms`, "TimeoutError"));
    }, limit);
    const sending: WireSending = { fail: (error) => controller.abort(error) };
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      sending.end?.();
    };
    let isStream = false;
    try {
      const { url, init } = await this.#request(operation, input, options, sending);
      const send = this.#settings.fetch ?? fetch;
      const response = await send(url, { ...init, signal: controller.signal });
      options.onResponse?.(response);
      const content = contentOf(operation, response);
      if (content?.stream !== undefined && response.ok) {
        const result = resultOf(operation, response, endingUnread(streamOf(operation, content, response, finish), response, finish));
        isStream = true;
        clearTimeout(timer);
        return result as Result;
      }
      return (await readResult(operation, response, content)) as Result;
    } finally {
      if (!isStream) finish();
    }
  }

  open<Sent, Received>(operation: WireOperation, input: WireInput, options: ChannelOptions = {}): Channel<Sent, Received> {
    const timeout = options.timeout ?? this.#settings.timeout;
    return new Channel(operation, timeout === undefined ? options : { ...options, timeout }, async () => {
      const { url, init } = await this.#request(operation, input, {});
      const address = new URL(url, typeof location === "undefined" ? undefined : location.href);
      address.protocol = address.protocol.replace("http", "ws");
      const protocols = options.protocols ?? [...(operation.channel?.protocols ?? [])];
      const headers = init.headers as Headers;
      const custom = this.#settings.webSocket;
      if (custom !== undefined) return () => custom(address.href, protocols, headers);
      const general = new Headers(this.#settings.headers);
      headers.forEach((_, name) => {
        if (!general.has(name)) throw new TypeError(`WebSocket sends no header ${name}; set the option webSocket`);
      });
      if (typeof WebSocket === "undefined") throw new TypeError("there is no WebSocket here; set the option webSocket");
      return () => new WebSocket(address.href, protocols);
    });
  }
  async #request(
    operation: WireOperation, input: WireInput, options: CallOptions, sending?: WireSending,
  ): Promise<{ url: string; init: RequestInit }> {
    const headers = new Headers(this.#settings.headers);
    const accepted = Object.values(operation.responses).flatMap((contents) => contents.map(({ type }) => type));
    if (accepted.length > 0) headers.set("Accept", [...new Set(accepted)].join(", "));
    const query = parametersOf(operation.query, input.query).flatMap(([name, style, value]) => pairs(name, value, style));
    const cookies = parametersOf(operation.cookie, input.cookie).flatMap(([name, style, value]) => cookiePairs(name, value, style));
    for (const [name, style, value] of parametersOf(operation.header, input.header)) headers.set(name, headerText(name, value, style));
    await this.#authorize(operation, headers, query, cookies);
    if (cookies.length > 0) headers.set("Cookie", cookies.join("; "));
    const init: RequestInit & { duplex?: "half" } = { method: operation.method, headers };
    const contents = operation.body ?? [];
    const content = contents.find(({ type }) => type === input.contentType) ?? contents[0];
    if (content !== undefined && input.body !== undefined) {
      init.body = bodyOf(content, input.body, sending);
      if (init.body instanceof ReadableStream) {
        if (!sendsStreams()) throw new TypeError(`${operation.id}: this platform cannot send streams; use an array, a Uint8Array or a Blob`);
        init.duplex = "half";
      }
      const type = input.body instanceof Blob && input.body.type !== "" && content.type.includes("*") ? input.body.type : content.type;
      if (!(init.body instanceof FormData) && !type.includes("*")) headers.set("Content-Type", type);
    }
    // A redirection that the operation declares is its result.
    if (Object.keys(operation.responses).some((status) => /^30[1-8]$|^3XX$/.test(status) && status !== "304")) init.redirect = "manual";
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    const path = operation.path.replace(/\{([^}]*)\}/g, (_, name: string) => {
      return pathSegment(name, own(input.path, name), own(operation.segments, name) as WireStyle | undefined);
    });
    return { url: this.#baseURL + path + (query.length > 0 ? "?" + query.join("&") : ""), init };
  }

  /** Adds the credentials of the first alternative whose credentials are all known. */
  async #authorize(operation: WireOperation, headers: Headers, query: string[], cookies: string[]): Promise<void> {
    const isKnown = (name: string): boolean => own(this.#credentials, name) !== undefined;
    for (const name of operation.security?.find((names) => names.every(isKnown)) ?? []) {
      const scheme = own(schemes, name) as WireScheme | undefined;
      const given = own(this.#credentials, name);
      const credential: unknown = typeof given === "function" ? await given() : given;
      const text = typeof credential === "string" ? credential : "";
      switch (scheme?.in) {
        case "authorization":
          headers.set("Authorization", `${scheme.name} ${text}`);
          break;
        case "basic": {
          const { username, password } = credential as { username: string; password: string };
          headers.set("Authorization", `Basic ${toBase64(new TextEncoder().encode(`${username}:${password}`))}`);
          break;
        }
        case "header":
          headers.set(scheme.name ?? "", text);
          break;
        case "query":
          query.push(...pairs(scheme.name ?? "", text));
          break;
        case "cookie":
          cookies.push(cookiePair(scheme.name ?? "", text));
          break;
      }
    }
  }
}

/** A member of the object itself; members of its prototype are ignored. */
function own(object: object | undefined, name: string): unknown {
  return object !== undefined && Object.prototype.hasOwnProperty.call(object, name)
    ? (object as { readonly [name: string]: unknown })[name] : undefined;
}

function parametersOf(
  parameters: readonly WireParameter[] | undefined, values: object | undefined,
): [string, WireStyle | undefined, unknown][] {
  return (parameters ?? [])
    .map((parameter): [string, WireStyle | undefined, unknown] => {
      const [name, style] = typeof parameter === "string" ? [parameter, undefined] : parameter;
      return [name, style, own(values, name)];
    })
    .filter(([, , value]) => value !== undefined && value !== null);
}

/** A cookie with its value, which is sent unchanged (RFC 6265 §4.1.1). */
function cookiePair(name: string, text: string): string {
  if (/[^!-~]|[",;\\]/.test(text)) throw new TypeError(`the cookie ${name} has characters that a cookie cannot carry`);
  return `${name}=${text}`;
}

/** The cookies of a value: one for each element or member, unless the style joins them. */
function cookiePairs(name: string, value: unknown, style: WireStyle | undefined): string[] {
  if (style === "json") return [cookiePair(name, writeJSON(value))];
  if (!isMap(value)) return [cookiePair(name, valueText(value))];
  if (style === "comma") return [cookiePair(name, commaText(value, style, (text) => text))];
  if (Array.isArray(value)) return value.filter(isPresent).map((element) => cookiePair(name, valueText(element)));
  return Object.entries(value).filter(([, member]) => isPresent(member)).map(([key, member]) => cookiePair(key, valueText(member)));
}

function bodyOf(content: WireContent, value: unknown, sending: WireSending | undefined): BodyInit {
  if (isJSON(content.type)) return writeJSON(value);
  const isWritten = typeof value === "string" || value instanceof Blob || value instanceof Uint8Array;
  if (content.stream === "lines" && !isWritten) {
    return linesOf(content, value as Iterable<unknown> | AsyncIterable<unknown>, sending);
  }
  const isRecord = typeof value === "object" && value !== null;
  if (content.type.startsWith("multipart/") && isRecord && !(value instanceof FormData)) return formOf(content, value);
  if (content.type === "application/x-www-form-urlencoded" && isRecord) {
    return Object.entries(value).flatMap(([name, member]) => pairs(name, member, partOf(content, name).style)).join("&");
  }
  if (value instanceof ReadableStream) {
    return streamFrom(chunksOf(value as ReadableStream<Uint8Array>), (chunk) => chunk, sending);
  }
  const isSequence = isRecord && Symbol.asyncIterator in value;
  return isSequence ? streamFrom(value as AsyncIterable<Uint8Array>, (chunk) => chunk, sending) : (value as BodyInit);
}

function partOf(content: WireContent, name: string): WirePart {
  return (own(content.parts, name) ?? {}) as WirePart;
}

function formOf(content: WireContent, value: object): FormData {
  const form = new FormData();
  const append = (name: string, value: unknown, part: WirePart): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) value.forEach((element) => append(name, element, part));
    else if (value instanceof Blob) {
      const isUntyped = value.type === "" && !("name" in value) && part.type !== undefined;
      form.append(name, isUntyped ? new Blob([value], { type: part.type }) : value);
    } else if (value instanceof Uint8Array && part.isFile) {
      form.append(name, new Blob([value as BlobPart], { type: part.type ?? "application/octet-stream" }));
    } else if (typeof value === "object" && !(value instanceof Date) && !(value instanceof Uint8Array)) {
      form.append(name, new Blob([writeJSON(value)], { type: part.type ?? "application/json" }));
    } else if (part.type === undefined || part.type.startsWith("text/plain")) form.append(name, valueText(value));
    // Only a Blob can have a media type.
    else form.append(name, new Blob([isJSON(part.type) ? writeJSON(value) : valueText(value)], { type: part.type }));
  };
  for (const [name, member] of Object.entries(value)) append(name, member, partOf(content, name));
  return form;
}

/** JSON values, one per line: one string for an array, and a stream for any other sequence. */
function linesOf(
  content: WireContent, values: Iterable<unknown> | AsyncIterable<unknown>, sending: WireSending | undefined,
): BodyInit {
  const start = /[/+]json-seq$/.test(content.type) ? "\x1e" : "";
  const line = (value: unknown): string => `${start}${writeJSON(value)}\n`;
  if (Array.isArray(values)) return values.map((value) => line(value)).join("");
  const encoder = new TextEncoder();
  return streamFrom(values, (value) => encoder.encode(line(value)), sending);
}

/** The chunks of a stream. Leaving a loop over the chunks cancels the stream. */
function chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const chunks = (async function* () {
    const reader = stream.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    } finally {
      reader.cancel().catch(() => undefined);
    }
  })();
  return Object.assign(chunks, { destroy: () => void stream.cancel().catch(() => undefined) });
}

/** A stream that reads a sequence while the stream is sent. */
function streamFrom<Value>(
  values: Iterable<Value> | AsyncIterable<Value>, bytes: (value: Value) => Uint8Array, sending: WireSending | undefined,
): ReadableStream<Uint8Array> {
  let isBegun = false;
  const chunks = (async function* () {
    let count = 0;
    isBegun = true;
    for await (const value of values) {
      const chunk = bytes(value);
      yield chunk;
      count += chunk.length;
      if (count < 262_144) continue;
      // A sequence that never waits would block timers and the response.
      await new Promise((resolve) => setTimeout(resolve));
      count = 0;
    }
  })();
  const leave = (): void => {
    // A stream of Node remains open if its iterator is left before the first chunk.
    if (!isBegun) (values as { destroy?: () => void }).destroy?.();
    chunks.return(undefined).catch(() => undefined);
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (sending === undefined) return;
      sending.end = () => {
        controller.error(new TypeError("the call has ended"));
        leave();
      };
    },
    async pull(controller) {
      try {
        const chunk = await chunks.next();
        if (chunk.done) controller.close();
        else controller.enqueue(chunk.value);
      } catch (error) {
        sending?.fail(error);
        throw error;
      }
    },
    cancel: leave,
  }, { highWaterMark: 0 });
}

/** Whether `fetch` can send streams. Browsers that cannot would send the text `[object ReadableStream]`. */
function sendsStreams(): boolean {
  let isRead = false;
  const init = {
    method: "POST",
    body: new ReadableStream(),
    get duplex(): "half" {
      isRead = true;
      return "half";
    },
  };
  return !new Request("http://localhost", init).headers.has("Content-Type") && isRead;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The encoded pairs of a value in a query or form. */
function pairs(name: string, value: unknown, style?: WireStyle): string[] {
  const pair = (text: string): string => `${encodeURIComponent(name)}=${text}`;
  const encoded = (value: unknown): string => encodeURIComponent(valueText(value));
  if (!isPresent(value)) return [];
  if (style === "json") return [pair(encodeURIComponent(writeJSON(value)))];
  const separator = style === "comma" ? "," : style === "space" ? "%20" : style === "pipe" ? "%7C" : undefined;
  if (Array.isArray(value)) {
    const elements = value.filter(isPresent);
    // The members of an element could not be distinguished from the members of the next element.
    if (separator === undefined) return elements.map((element) => pair(encoded(element)));
    return elements.length === 0 ? [] : [pair(elements.map(encoded).join(separator))];
  }
  if (!isMap(value)) return [pair(encoded(value))];
  const members = Object.entries(value).filter(([, member]) => isPresent(member));
  if (style === "deepObject") return members.flatMap(([key, member]) => pairs(`${name}[${key}]`, member, style));
  if (separator === undefined) return members.flatMap(([key, member]) => pairs(key, member));
  return [pair(members.flatMap(([key, member]) => [encoded(key), encoded(member)]).join(separator))];
}

/** The parts of a value, separated by commas; members are `name,value`, or `name=value` in the style "pairs". */
function commaText(value: unknown, style: WireStyle | undefined, encoded: (text: string) => string): string {
  const text = (part: unknown): string => encoded(valueText(part));
  if (Array.isArray(value)) return value.filter(isPresent).map(text).join(",");
  if (!isMap(value)) return text(value);
  const members = Object.entries(value).filter(([, member]) => isPresent(member));
  return members.map(([key, member]) => text(key) + (style === "pairs" ? "=" : ",") + text(member)).join(",");
}

/** The encoded text of a value in a path (RFC 6570 §3.2); empty for a list or an object without parts. A star marks an exploded style. */
function pathText(name: string, value: unknown, style: WireStyle | undefined): string {
  if (style === "json") return encodeURIComponent(writeJSON(value));
  const encoded = (part: unknown): string => encodeURIComponent(valueText(part));
  const named = (key: string, text: string): string => `;${encoded(key)}${text === "" ? "" : `=${text}`}`;
  if (style === "label*" || style === "matrix*") {
    const isLabel = style === "label*";
    const element = (part: unknown): string => (isLabel ? `.${encoded(part)}` : named(name, encoded(part)));
    if (Array.isArray(value)) return value.filter(isPresent).map(element).join("");
    if (!isMap(value)) return element(value);
    const members = Object.entries(value).filter(([, member]) => isPresent(member));
    return members.map(([key, member]) => (isLabel ? `.${encoded(key)}=${encoded(member)}` : named(key, encoded(member)))).join("");
  }
  const text = commaText(value, style, encodeURIComponent);
  if (style === "label") return `.${text}`;
  if (style !== "matrix") return text;
  return text === "" && (Array.isArray(value) || isMap(value)) ? "" : named(name, text);
}

/** The encoded segment of a value in a path. */
function pathSegment(name: string, value: unknown, style?: WireStyle): string {
  const text = isPresent(value) ? pathText(name, value, style) : "";
  if (text === "" || text === "." || text === "..") {
    throw new TypeError(`the path value ${name} must not be absent, empty, "." or ".."`);
  }
  return text;
}

/** The value of a header. */
function headerText(name: string, value: unknown, style?: WireStyle): string {
  const quoted = (text: string): string => (/^$|[",]|^\s|\s$/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : text);
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = style === "json" ? writeJSON(value).replace(/[\x7f-\uffff]/g, escaped)
    : Array.isArray(value) ? value.filter(isPresent).map((element) => quoted(valueText(element))).join(", ")
    : commaText(value, style, (part) => part);
  if (!/^[\t\x20-\x7e]*$/.test(text)) throw new TypeError(`the header ${name} must be ASCII without ends of lines`);
  return text;
}

/** A value of a path, query, header, cookie or form as text. */
function valueText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return toBase64(value);
  return typeof value === "object" ? writeJSON(value) : String(value);
}

/** Whether a value has members that are sent one by one. */
function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array);
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function fromBase64(text: string, place: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new DecodingError(place, "is not base64");
  }
}

function dateOf(text: string, place: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new DecodingError(place, "is not a date and time as in RFC 3339");
  return date;
}

function mediaType(response: Response): string {
  return (response.headers.get("Content-Type") ?? "").replace(/;.*/s, "").trim().toLowerCase();
}

function isJSON(type: string): boolean {
  return /[/+]json$/.test(type);
}

/** The key of the declaration of a response: its status, the range of the status, or `default`. */
function keyOf(declared: object, status: number): string | undefined {
  const key = [String(status), `${Math.floor(status / 100)}XX`, "default"].find((key) => own(declared, key) !== undefined);
  // A default next to a declared success describes errors.
  const isForErrors = key === "default" && Object.keys(declared).some((key) => /^[23]/.test(key));
  return isForErrors && status < 400 ? undefined : key;
}

function hasBody(operation: WireOperation, response: Response): boolean {
  return operation.method !== "HEAD" && ![204, 205, 304].includes(response.status);
}

/** The declared format of a response; undefined for a response without a body or with an undeclared body. */
function contentOf(operation: WireOperation, response: Response): WireContent | undefined {
  const key = keyOf(operation.responses, response.status);
  if (key === undefined || !hasBody(operation, response)) return undefined;
  const type = mediaType(response);
  // The most specific media type applies.
  const names = [type, type.replace(/\/.*/s, "/*"), "*/*"];
  const found = names.map((name) => operation.responses[key]?.find((content) => content.type === name));
  return found.find((content) => content !== undefined);
}

async function readResult(operation: WireOperation, response: Response, content: WireContent | undefined): Promise<unknown> {
  const key = keyOf(operation.responses, response.status);
  const isEmpty = key === undefined || operation.responses[key]?.length === 0 || !hasBody(operation, response);
  if (key === undefined || response.status >= 400 || (content === undefined && !isEmpty)) {
    throw await errorOf(operation, response, content);
  }
  if (content !== undefined) return resultOf(operation, response, await readBody(content, response));
  // Unread input would prevent the connection from being used again.
  await response.arrayBuffer();
  return resultOf(operation, response, undefined);
}

function resultOf(operation: WireOperation, response: Response, body: unknown): unknown {
  if (!operation.isWhole) return body;
  const key = keyOf(operation.responses, response.status) ?? "";
  const declared = operation.headers === undefined ? undefined : operation.headers[key];
  if (declared === undefined) return { status: response.status, body };
  const headers: [string, unknown][] = [];
  for (const [name, header] of Object.entries(declared)) {
    const text = response.headers.get(name);
    if (text !== null) headers.push([name, readHeader(name, header, text)]);
    else if (header.isRequired) throw new DecodingError(`the header ${name}`, "is missing");
  }
  return { status: response.status, body, headers: Object.fromEntries(headers) };
}

function readHeader(name: string, header: WireHeader, text: string): unknown {
  const place = `the header ${name}`;
  const value = (text: string): unknown => {
    switch (header.kind) {
      case "integer":
        return decode(/^-?\d+$/.test(text) ? parseJSON(text) : text, "integer", place);
      case "number":
        if (text === "" || Number.isNaN(Number(text))) throw new DecodingError(place, "is not a number");
        return Number(text);
      case "boolean":
        if (text !== "true" && text !== "false") throw new DecodingError(place, "is not true or false");
        return text === "true";
      case "date":
        return dateOf(text, place);
      case "base64":
        return fromBase64(text, place);
      default:
        return text;
    }
  };
  if (!header.isList) return value(text);
  const elements = text.match(/"(?:[^"\\]|\\.)*"|[^",\s](?:[^,]*[^,\s])?/g) ?? [];
  return elements.map((element) => value(element.startsWith('"') ? element.slice(1, -1).replace(/\\(.)/g, "$1") : element));
}

async function readBody(content: WireContent, response: Response): Promise<unknown> {
  if (isJSON(content.type)) return decode(parseBody(await response.text()), content.shape, "");
  return /^text\/|[/+](xml|yaml)$/.test(content.type) ? response.text() : response.blob();
}

function parseBody(text: string): JSONValue {
  try {
    return parseJSON(text);
  } catch (error) {
    throw new DecodingError("", `is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function errorOf(
  operation: WireOperation, response: Response, content: WireContent | undefined,
): Promise<ResponseError> {
  const { status, headers } = response;
  const isEmpty = !hasBody(operation, response);
  const key = keyOf(operation.responses, status);
  if (status < 400 && key !== undefined) {
    const type = mediaType(response);
    return new ResponseError(operation.id, status, isEmpty ? undefined : `undeclared media type ${type}: ${await response.text()}`, headers, false);
  }
  if (content !== undefined && !isJSON(mediaType(response))) {
    return new ResponseError(operation.id, status, await readBody(content, response), headers, true);
  }
  const text = isEmpty ? "" : await response.text();
  const isDeclared = key !== undefined && (content !== undefined || isEmpty || operation.responses[key]?.length === 0);
  try {
    const body = decode(parseJSON(text), content?.shape, "") as object;
    const isKnown = content?.tag === undefined || content.tag[1].includes(own(body, content.tag[0]));
    return new ResponseError(operation.id, status, body, headers, isDeclared && isKnown);
  } catch {
    return new ResponseError(operation.id, status, text === "" ? undefined : text, headers, isDeclared && content === undefined);
  }
}

/** The code and the text of a problem (RFC 9457), for messages. */
function summary(body: unknown): string {
  if (typeof body !== "object" || body === null) return typeof body === "string" ? `, ${body.slice(0, 500)}` : "";
  const texts = [own(body, "code"), own(body, "detail") ?? own(body, "message") ?? own(body, "title")];
  return texts.filter((text) => text !== undefined && text !== null).map((text) => `, ${String(text)}`).join("");
}

/** A stream that also ends if its loop is left before the first element. */
function endingUnread(
  elements: AsyncGenerator<unknown>, response: Response, finish: () => void,
): AsyncGenerator<unknown> {
  const leave = elements.return.bind(elements);
  elements.return = (value) => {
    if (response.body?.locked === false) {
      response.body.cancel().catch(() => undefined);
      finish();
    }
    return leave(value);
  };
  return elements;
}

/** The elements of a stream. Leaving a loop over the elements cancels the stream. */
async function* streamOf(
  operation: WireOperation, content: WireContent, response: Response, finish: () => void,
): AsyncGenerator<unknown> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const element = (text: string): unknown => (content.isText ? text : decode(parseBody(text), content.shape, ""));
  let data: string[] = [];
  let type = "";
  // The parts of an unfinished line are joined only at its end, so that a long line is not copied for each chunk.
  let parts: string[] = [];
  let held = "";
  try {
    for (let isDone = reader === undefined; !isDone;) {
      const chunk = await reader?.read();
      isDone = chunk?.done ?? true;
      const input = held + decoder.decode(chunk?.value, { stream: !isDone });
      // A carriage return at the end may belong to a line feed of the next chunk.
      held = !isDone && input.endsWith("\r") ? "\r" : "";
      const end = isDone && content.stream === "lines" ? "\n" : "";
      const lines = (input.slice(0, input.length - held.length) + end).split(/\r\n|\n|\r/);
      // An unfinished event is dropped, as in browsers.
      parts.push(lines[0] ?? "");
      if (lines.length === 1) continue;
      lines[0] = parts.join("");
      parts = [lines.pop() ?? ""];
      for (const line of lines) {
        if (content.stream === "lines") {
          const text = line.replace(/^\x1e/, "");
          const failure = /^\{"problem":(.*)\}$/s.exec(text);
          if (failure !== null) await throwFailure(operation, failure[1] ?? "");
          if (text.trim() !== "") yield element(text);
        } else if (line !== "") {
          const field = /^(data|event)(?:: ?(.*))?$/s.exec(line);
          if (field?.[1] === "data") data.push(field[2] ?? "");
          if (field?.[1] === "event") type = field[2] ?? "";
        } else {
          const text = data.join("\n");
          if (type === "problem") await throwFailure(operation, text);
          const isEvent = data.length > 0;
          data = [];
          type = "";
          if (isEvent) yield element(text);
        }
      }
    }
  } finally {
    finish();
    await reader?.cancel();
  }
}

/** Throws the error that ends a stream after its response has begun, if the text is the problem of a declared status. */
async function throwFailure(operation: WireOperation, text: string): Promise<void> {
  let problem: unknown;
  try {
    problem = JSON.parse(text);
  } catch {
    return;
  }
  const status = typeof problem === "object" && problem !== null ? own(problem, "status") : undefined;
  if (typeof status !== "number" || status < 400 || status > 599 || keyOf(operation.responses, status) === undefined) return;
  const response = new Response(text, { status, headers: { "Content-Type": "application/problem+json" } });
  throw await errorOf(operation, response, contentOf(operation, response));
}

/** A message in the first format that fits. Without formats, it is sent unchanged. */
function messageOf(contents: readonly WireContent[], value: unknown): string | Blob | Uint8Array {
  const isBinary = value instanceof Uint8Array || value instanceof Blob;
  const content = contents.find(({ type }) => isJSON(type) ? !isBinary : isBinary !== isText(type));
  if (content !== undefined && isJSON(content.type)) return writeJSON(value);
  if (isBinary || typeof value === "string") return value;
  throw new TypeError("the message is neither a string nor bytes");
}

function valueOf(contents: readonly WireContent[], data: unknown): unknown {
  const isBinary = typeof data !== "string";
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
  const content = contents.find(({ type }) => isBinary !== (isJSON(type) || isText(type))) ?? contents[0];
  const isWritten = content !== undefined && (isJSON(content.type) || isText(content.type));
  if (content === undefined || !isWritten) return isBinary ? bytes : new TextEncoder().encode(data);
  const text = isBinary ? new TextDecoder().decode(bytes as Uint8Array) : data;
  return isJSON(content.type) ? decode(parseBody(text), content.shape, "") : text;
}

function isText(type: string): boolean {
  return /^text\/|[/+](xml|yaml)$/.test(type);
}

/** A JSON value. Integers beyond 2^53 are `bigint`. */
export type JSONValue =
  | null | boolean | number | bigint | string | JSONValue[] | { [name: string]: JSONValue };

/** The tag of a value that a newer version of the API may send: any string that is not the tag of a known alternative. */
export declare enum UnknownTag { any = "" }

/** Parses JSON without rounding large integers. */
function parseJSON(text: string): JSONValue {
  const value = JSON.parse(text) as JSONValue;
  // Integers with fewer digits are exact as numbers.
  return /\d{16}/.test(text) ? parseExactly(text) : value;
}

/** Parses a text that is known to be valid JSON. */
function parseExactly(text: string): JSONValue {
  const tokens = /[[\]{}]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s,:[\]{}"]+/g;
  const next = (): string => tokens.exec(text)?.[0] ?? "null";
  const value = (token: string): JSONValue => {
    if (token === "[") {
      const elements: JSONValue[] = [];
      for (let token = next(); token !== "]"; token = next()) elements.push(value(token));
      return elements;
    }
    if (token === "{") {
      const members: [string, JSONValue][] = [];
      for (let token = next(); token !== "}"; token = next()) members.push([JSON.parse(token) as string, value(next())]);
      return Object.fromEntries(members);
    }
    const isLarge = /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
    return isLarge ? BigInt(token) : (JSON.parse(token) as JSONValue);
  };
  return value(next());
}

/** Converts a value from JSON. */
function decode(value: JSONValue | undefined, shape: WireShape | undefined, place: string): unknown {
  if (value === null || value === undefined) return value;
  // A string or number of one alternative may also have the form of another alternative.
  const [first, ...others] = typeof value === "object" ? [] : alternativesOf(shape, value);
  if (first !== undefined && others.length > 0) {
    try {
      return decode(value, first, place);
    } catch (error) {
      for (const other of others) {
        try {
          return decode(value, other, place);
        } catch {
          continue;
        }
      }
      throw error;
    }
  }
  const found = partsOf(shape, value);
  switch (found.find((part) => typeof part === "string")) {
    case "json":
      return value;
    case "integer":
      return integer(value, place);
    case "date":
      if (typeof value !== "string") throw new DecodingError(place, "is not a string with a date and time");
      return dateOf(value, place);
    case "base64":
      if (typeof value !== "string") throw new DecodingError(place, "is not a string with base64");
      return fromBase64(value, place);
  }
  if (found.length === 0 || typeof value !== "object") return rounded(value);
  if (Array.isArray(value)) return value.map((element, index) => decode(element, elementOf(found, index), `${place}/${index}`));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      return [name, decode(member, memberOf(found, name), `${place}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`)];
    }),
  );
}

function integer(value: JSONValue, place: string): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  throw new DecodingError(place, "is not an integer with all of its digits");
}

/** Converts large integers to numbers in a value whose type has no large integers. */
function rounded(value: JSONValue): JSONValue {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(rounded);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}

/** The shapes of a value, without references and alternatives. */
function partsOf(shape: WireShape | undefined, value: unknown): WireShape[] {
  if (shape === null || shape === undefined) return [];
  if (typeof shape === "string") return [shape];
  if ("type" in shape) return partsOf(own(shapes, shape.type) as WireShape | undefined, value);
  if ("all" in shape) return shape.all.flatMap((part) => partsOf(part, value));
  if ("oneOf" in shape) return partsOf(shape.oneOf.find(([test]) => satisfies(value, test))?.[1], value);
  return [shape];
}

/** The alternatives of a union to which a value may belong; the shape itself if it is not a union. */
function alternativesOf(shape: WireShape | undefined, value: unknown): WireShape[] {
  if (shape === null || shape === undefined) return [];
  if (typeof shape === "string") return [shape];
  if ("type" in shape) return alternativesOf(own(shapes, shape.type) as WireShape | undefined, value);
  return "oneOf" in shape ? shape.oneOf.filter(([test]) => satisfies(value, test)).map(([, shape]) => shape) : [shape];
}

function satisfies(value: unknown, test: WireTest): boolean {
  if (test.kind === "integer") return typeof value === "bigint" || Number.isInteger(value);
  if (test.kind !== undefined) return kindOf(value) === test.kind;
  if (test.one !== undefined) return isOneOf(value, test.one);
  if (test.is === undefined && test.has === undefined) return true;
  if (kindOf(value) !== "object") return false;
  const object = value as object;
  const hasValues = Object.entries(test.is ?? {}).every(([name, member]) => isOneOf(own(object, name), member));
  return hasValues && (test.has ?? []).every((name) => own(object, name) !== undefined);
}

/** Whether a value equals a constant, or one of several. Large integers may be numbers, strings or `bigint`. */
function isOneOf(value: unknown, known: unknown): boolean {
  if (Array.isArray(known)) return known.some((one) => isOneOf(value, one));
  const isInteger = typeof known === "bigint" || Number.isInteger(known);
  return value === known || (isInteger && value !== undefined && String(value) === String(known));
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof Date || value instanceof Uint8Array) return "string";
  return typeof value === "bigint" ? "number" : typeof value;
}

function elementOf(parts: readonly WireShape[], index: number): WireShape | undefined {
  for (const part of parts) {
    if (part === null || typeof part === "string") continue;
    if ("tuple" in part) return index < part.tuple.length ? part.tuple[index] : part.items;
    if ("items" in part) return part.items;
  }
  return undefined;
}

function memberOf(parts: readonly WireShape[], name: string): WireShape | undefined {
  for (const part of parts) {
    if (part === null || typeof part === "string") continue;
    if ("members" in part) {
      const member = own(part.members, name);
      if (member !== undefined) return member as WireShape;
    }
    if ("values" in part) return part.values;
  }
  return undefined;
}

/** Writes JSON: integers with all digits, dates as in RFC 3339, bytes as base64. */
function writeJSON(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (value instanceof Uint8Array) return JSON.stringify(toBase64(value));
  if (Array.isArray(value)) return `[${value.map((element) => writeJSON(element)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJSON(member)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
