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
        const finish = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", abort);
        };
        let isStream = false;
        try {
          const { url, init } = await this.#request(operation, input, options);
          const send = this.#settings.fetch ?? fetch;
          const response = await send(url, { ...init, signal: controller.signal });
          options.onResponse?.(response);
          const content = contentOf(operation, response);
          if (content?.stream !== undefined && response.ok) {
            isStream = true;
            clearTimeout(timer);
            return resultOf(operation, response, streamOf(operation, content, response, finish)) as Result;
          }
          return (await readResult(operation, response, content)) as Result;
        } finally {
          if (!isStream) finish();
        }
      }
    \#(hasChannels ? Self.opening : "")
      async #request(
        operation: WireOperation, input: WireInput, options: CallOptions,
      ): Promise<{ url: string; init: RequestInit }> {
        const headers = new Headers(this.#settings.headers);
        const accepted = Object.values(operation.responses).flatMap((contents) => contents.map(({ type }) => type));
        if (accepted.length > 0) headers.set("Accept", [...new Set(accepted)].join(", "));
        const query = parametersOf(operation.query, input.query).flatMap(([name, style, value]) => pairs(name, value, style));
        const cookies = parametersOf(operation.cookie, input.cookie).map(([name, , value]) => `${name}=${valueText(value)}`);
        for (const [name, , value] of parametersOf(operation.header, input.header)) headers.set(name, headerText(name, value));
        await this.#authorize(operation, headers, query, cookies);
        if (cookies.length > 0) headers.set("Cookie", cookies.join("; "));
        const init: RequestInit = { method: operation.method, headers };
        const contents = operation.body ?? [];
        const content = contents.find(({ type }) => type === input.contentType) ?? contents[0];
        if (content !== undefined && input.body !== undefined) {
          init.body = bodyOf(content, input.body);
          const type = input.body instanceof Blob && input.body.type !== "" && content.type.includes("*") ? input.body.type : content.type;
          if (!(init.body instanceof FormData) && !type.includes("*")) headers.set("Content-Type", type);
        }
        // A redirection that the operation declares is its result.
        if (Object.keys(operation.responses).some((status) => /^30[1-8]$|^3XX$/.test(status) && status !== "304")) init.redirect = "manual";
        for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
        const path = operation.path.replace(/\{([^}]*)\}/g, (_, name: string) => pathSegment(name, own(input.path, name)));
        return { url: this.#baseURL + path + (query.length > 0 ? "?" + query.join("&") : ""), init };
      }

      /** Adds the credentials of the first alternative for which all are known. */
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
              cookies.push(`${scheme.name}=${text}`);
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
    /** A member of an object itself, and not of its prototype. */
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

    function bodyOf(content: WireContent, value: unknown): BodyInit {
      if (isJSON(content.type)) return writeJSON(\#(jsonBody));
      const isRecord = typeof value === "object" && value !== null;
      if (content.type.startsWith("multipart/") && isRecord && !(value instanceof FormData)) return formOf(content, value);
      if (content.type === "application/x-www-form-urlencoded" && isRecord) {
        return Object.entries(value).flatMap(([name, member]) => pairs(name, member, partOf(content, name).style)).join("&");
      }
      return value as BodyInit;
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
        } else form.append(name, valueText(value));
      };
      for (const [name, member] of Object.entries(value)) append(name, member, partOf(content, name));
      return form;
    }
    """#
  }
}
