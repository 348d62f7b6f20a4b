// The page of the chat: two forms and a log, on the client that is generated from the contract.
import { Channel, ChannelError, ChatClient, ClientMessage, ServerMessage } from "./client.js";

const client = new ChatClient({ baseURL: location.origin });
const entrance = find("entrance", HTMLFormElement);
const talk = find("talk", HTMLFormElement);
const log = find("log", HTMLOListElement);
let channel: Channel<ClientMessage, ServerMessage> | undefined;
let members = new Set<string>();

function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
}

function value(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? "");
}

entrance.addEventListener("submit", (event) => {
  event.preventDefault();
  void enter(value(entrance, "room"), value(entrance, "name"));
});

talk.addEventListener("submit", (event) => {
  event.preventDefault();
  channel?.send(messageFor(value(talk, "text")));
  talk.reset();
});

find("leave", HTMLButtonElement).addEventListener("click", () => channel?.close());

/** Enters a room and shows its messages until the channel ends. */
async function enter(room: string, name: string): Promise<void> {
  show("problem", "");
  log.replaceChildren();
  channel = client.chat.enter({ path: { room }, query: { name } }, { timeout: 10_000 });
  try {
    await channel.opened;
    setOpen(true);
    for await (const message of channel) receive(message);
  } catch (error) {
    show("problem", await explanation(error, room, name));
  }
  setOpen(false);
}

function setOpen(isOpen: boolean): void {
  entrance.hidden = isOpen;
  talk.hidden = !isOpen;
  if (!isOpen) show("members", "");
  (isOpen ? talk : entrance).querySelector("input")?.focus();
}

function receive(message: ServerMessage): void {
  switch (message.type) {
    case "welcome":
      members = new Set(message.members);
      return add(`You are in ${message.name}.`);
    case "joined":
      members.add(message.name);
      return add(`${message.name} came`);
    case "left":
      members.delete(message.name);
      return add(`${message.name} left`);
    case "said":
      return add(message.text, message.by);
    case "whispered":
      return add(message.text, `${message.by} to ${message.to}`);
    case "refused":
      return add(`Refused: ${message.reason}`);
    default:
      return add("A message that this page does not know.");
  }
}

function add(text: string, by?: string): void {
  const line = document.createElement("li");
  if (by === undefined) line.className = "event";
  line.textContent = by === undefined ? text : `${by}: ${text}`;
  log.append(line);
  while (log.childElementCount > 1_000) log.firstElementChild?.remove();
  log.scrollTop = log.scrollHeight;
  show("members", `Members: ${[...members].sort().join(", ")}`);
}

function show(id: string, text: string): void {
  find(id, HTMLParagraphElement).textContent = text;
}

/** `/to NAME TEXT` is a whisper, and any other text is for all. */
function messageFor(text: string): ClientMessage {
  const whisper = /^\/to (\S+) (.+)$/.exec(text);
  const [, to, rest] = whisper ?? [];
  return to === undefined || rest === undefined ? { type: "say", text } : { type: "whisper", to, text: rest };
}

/** A browser does not show why a WebSocket was refused, so the reason is looked up. */
async function explanation(error: unknown, room: string, name: string): Promise<string> {
  if (!(error instanceof ChannelError) || error.code !== 1006) return String(error);
  const rooms = await client.chat.rooms().catch(() => undefined);
  if (rooms === undefined) return "The server does not respond.";
  const isTaken = rooms.some((other) => other.name === room && other.members.includes(name));
  return isTaken ? `${name} is in the room already; choose another name.` : "The connection was refused or lost.";
}
