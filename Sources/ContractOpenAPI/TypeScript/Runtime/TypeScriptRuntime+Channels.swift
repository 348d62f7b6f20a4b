extension TypeScriptRuntime {
  /// The exported types of channels.
  static let channelTypes = #"""

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
    """#

  /// The method of the caller that opens channels.
  static let opening = #"""

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
    """#

  /// The functions that write and read messages.
  var messages: String {
    #"""
    /** A message in the first format that fits. Without formats, it is sent unchanged. */
    function messageOf(contents: readonly WireContent[], value: unknown): string | Blob | Uint8Array {
      const isBinary = value instanceof Uint8Array || value instanceof Blob;
      const content = contents.find(({ type }) => isJSON(type) ? !isBinary : isBinary !== isText(type));
      if (content !== undefined && isJSON(content.type)) return writeJSON(\#(jsonBody));
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
    """#
  }
}
