// Calls `typescript-server` with a client whose large integers and dates are strings.
import { Node, NodesClient } from "./nodes";

declare const process: { argv: string[]; exitCode: number };

const client = new NodesClient({ baseURL: process.argv[2] ?? "" });
const largest = "9223372036854775807";

/** JSON with sorted members, because the order of a dictionary's members is not that of the sender. */
function text(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}

function equal(name: string, found: unknown, expected: unknown): void {
  if (text(found) === text(expected)) return;
  process.exitCode = 1;
  console.error(`${name}: expected ${text(expected)}, found ${text(found)}`);
}

async function run(): Promise<void> {
  const node: Node = await client.nodes.node({ path: { id: largest }, query: { since: "2024-05-06T07:08:09.123456Z" } });
  const { id, at, owner, sizes } = node;
  equal("Integers are strings, and dates keep their digits", [id, at.slice(0, 26), owner, sizes], [
    largest, "2024-05-06T07:08:09.123456", largest, { all: largest, none: "0" },
  ]);
  const created = await client.nodes.create({ body: { ...node, name: "n", children: [{ ...node, name: "m" }] } });
  equal("A body with strings is sent with integers", [created.body.id, created.body.sizes, created.body.children[0]?.id], [
    largest, { all: largest, none: "0" }, largest,
  ]);
  equal("Headers are strings", created.headers.Serial, largest);
  const events = await client.nodes.echo({ body: [{ type: "labeled", label: "1", by: largest }] });
  equal("Alternatives of a union are converted", events, [{ type: "labeled", label: "1", by: largest }]);
  const edited = await client.nodes.edit({ path: { id: 1 }, body: { parent: largest } });
  equal("A member that may be null is sent as an integer", edited, `leave set(${largest})`);
  const lines: string[] = [];
  async function* nodes(): AsyncGenerator<Node> {
    yield { ...node, name: "n", at: "1970-01-01T00:00:01Z" };
  }
  for await (const line of await client.nodes.load({ body: nodes() })) lines.push(line);
  equal("Lines with strings are sent with integers", lines, [`${largest} n 1000 3`]);
  try {
    await client.nodes.create({ body: { ...node, name: "n", id: "one" } });
    equal("A string without an integer is refused", "sent", "refused");
  } catch (error) {
    equal("A string without an integer is refused", error instanceof TypeError, true);
  }
}

void run();
