// A channel: one form opens a WebSocket, another form sends messages, and a log shows all messages.

const mostMessages = 500;

function messagesView(channel) {
  return isMap(channel) && [["sent", "to"], ["received", "from"]].map(([name, word]) => [element("h4", {}, `Messages ${word} the server`), mediaView({ content: channel[name] })]);
}

function channelView(operation, channel) {
  const inputs = inputFields(operation);
  const problems = element("p.error.problems", { role: "alert" });
  const log = element("div.result", { role: "log", "aria-label": `Messages of ${operation.id}`, tabindex: "0" });
  const editor = bodyForm({ declared: { requestBody: { required: true, content: channel.sent } } }, "Message");
  const opening = element("button.primary", { type: "submit" }, "Connect");
  const closing = button("Close", () => socket?.close(1000));
  const sending = element("button", { type: "submit" }, "Send message");
  let socket = null;
  const add = (title, content) => {
    log.append(element("div", {}, element("strong", {}, title), " ", content));
    if (log.childElementCount > mostMessages) log.firstChild.remove();
    log.scrollTop = log.scrollHeight;
  };
  const update = () => {
    opening.disabled = socket !== null;
    closing.disabled = socket === null;
    sending.disabled = socket?.readyState !== WebSocket.OPEN;
  };
  const connect = (event) => {
    event.preventDefault();
    const request = prepare(operation, inputs, { current: null }, problems);
    if (socket !== null || request === null) return;
    const header = request.headers.find(([name]) => name !== "Accept");
    if (header !== undefined) return problems.append(`A page cannot send the header ${header[0]} with a WebSocket.`);
    try {
      socket = new WebSocket(request.url.replace("http", "ws"), list(channel.subprotocols));
    } catch (error) {
      return problems.append(error.message);
    }
    // The opening request is sent after the current task, so it has these cookies.
    setCookies(request.cookies, 60);
    socket.binaryType = "arraybuffer";
    const settle = (title, text) => {
      setCookies(request.cookies, 0);
      add(title, text);
      update();
    };
    socket.onopen = () => settle("Open", socket.protocol);
    socket.onmessage = ({ data }) => add("Received", messageView(data));
    socket.onclose = ({ code, reason }) => {
      socket = null;
      settle("Closed", `with ${code} ${code === 1006 ? "(refused or lost)" : reason}`);
    };
    update();
  };
  const transmit = (event) => {
    event.preventDefault();
    const message = sending.disabled ? null : prepare(operation, [], editor, problems)?.body?.body;
    if (message === null || message === undefined) return;
    socket.send(message);
    add("Sent", messageView(message));
  };
  update();
  const form = (submit, label, ...content) => element("form", { novalidate: true, autocomplete: "off", submit, "aria-label": label }, ...content);
  return element("div.request", {},
    form(connect, `Opening of ${operation.id}`, element("h4", {}, "Connection"), inputs.map(({ field }) => field.node), element("div.actions", {}, opening, closing)),
    form(transmit, `Message to ${operation.id}`, editor.node, problems, editor.node !== null && element("div.actions", {}, sending)), log);
}

function messageView(data) {
  if (data instanceof Blob) return `${data.size} bytes`;
  return typeof data === "string" ? bodyView(new TextEncoder().encode(data), "application/json") : bodyView(new Uint8Array(data), "");
}
