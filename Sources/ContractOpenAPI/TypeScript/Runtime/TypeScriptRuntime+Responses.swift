extension TypeScriptRuntime {
  /// The functions that read responses.
  static let responses = #"""
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
    """#

  /// The functions that read streams.
  static let streams = #"""
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
    """#
}
