extension TypeScriptRuntime {
  /// The exported types that every file has.
  static let errors = #"""

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
    """#

  /// The types of the descriptions of operations.
  var descriptions: String {
    #"""
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
      readonly security?: readonly (readonly string[])[];\#(channelMembers)
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
      readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;\#(channelSettings)
    }
    """#
  }

  private var channelMembers: String {
    guard hasChannels else { return "" }
    return """

        readonly channel?: {
          readonly sent: readonly WireContent[];
          readonly received: readonly WireContent[];
          readonly protocols?: readonly string[];
        };
      """
  }

  private var channelSettings: String {
    guard hasChannels else { return "" }
    return "\n  readonly webSocket?: (url: string, protocols: string[], headers: Headers) => WebSocket;"
  }
}
