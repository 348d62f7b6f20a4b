extension TypeScriptRuntime {
  /// The class that sends requests.
  var caller: String {
    #"""
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
    \#(hasChannels ? Self.opening : "")
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
    """#
  }

  /// The functions that write requests.
  var requests: String {
    #"""
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
      if (isJSON(content.type)) return writeJSON(\#(jsonBody));
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
    """#
  }

  /// The functions that write streams.
  var sequences: String {
    #"""
    /** JSON values, one per line: one string for an array, and a stream for any other sequence. */
    function linesOf(
      content: WireContent, values: Iterable<unknown> | AsyncIterable<unknown>, sending: WireSending | undefined,
    ): BodyInit {
      const start = /[/+]json-seq$/.test(content.type) ? "\x1e" : "";
      const line = (value: unknown): string => `${start}${writeJSON(\#(jsonBody))}\n`;
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
    """#
  }
}
