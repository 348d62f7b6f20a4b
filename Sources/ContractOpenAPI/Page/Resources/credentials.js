// Credentials. They are kept only in the memory of this page.

/** The credentials by the name of their security scheme. */
const credentials = new Map();

function securitySchemes() {
  return entries(own(api.components, "securitySchemes")).map(([name, scheme]) => [name, resolve(scheme).value]).filter(([, scheme]) => isMap(scheme));
}

/** Returns a security scheme in words. */
function schemeName(scheme) {
  switch (scheme.type) {
    case "http": return scheme.scheme?.toLowerCase() === "basic" ? "user and password" : `${string(scheme.scheme)} token`;
    case "apiKey": return `key in the ${string(scheme.in)} ${string(scheme.name)}`;
    case "oauth2": return "OAuth 2.0 access token";
    case "openIdConnect": return "OpenID Connect token";
    case "mutualTLS": return "client certificate, which the browser sends";
    default: return string(scheme.type);
  }
}

/** Opens the dialog in which credentials are entered. */
function showCredentials() {
  const dialog = find("page-dialog");
  const schemes = securitySchemes();
  const close = () => dialog.close();
  const form = element("form", { method: "dialog", autocomplete: "off", submit: () => {
    for (const save of saves) save();
    updateCredentials();
  } });
  const saves = [];
  for (const [name, scheme] of schemes) {
    const known = credentials.get(name) ?? {};
    const isBasic = scheme.type === "http" && scheme.scheme?.toLowerCase() === "basic";
    const inputs = (isBasic ? ["user", "password"] : ["secret"]).map((part) => {
      const control = element("input", { type: part === "user" ? "text" : "password", autocomplete: "off", spellcheck: "false", "data-scheme": name });
      control.value = known[part] ?? "";
      return { part, control, field: labelled(control, {}, { label: part === "secret" ? name : `${name}: ${part}`, type: schemeName(scheme), describe: false }) };
    });
    form.append(element("fieldset.group", {}, element("legend", {}, name), markdown(scheme.description), scheme.type === "mutualTLS" ? element("p", {}, schemeName(scheme)) : inputs.map(({ field }) => field.node)));
    saves.push(() => {
      const entered = Object.fromEntries(inputs.map(({ part, control }) => [part, control.value]));
      if (Object.values(entered).some((value) => value !== "")) credentials.set(name, entered);
      else credentials.delete(name);
    });
  }
  form.append(schemes.length === 0 ? element("p", {}, "This API requires no credentials.") : element("p.quiet", {}, "Credentials are kept in memory until this page is closed or reloaded, and sent only to the server of the API."),
    element("div.actions", {}, schemes.length > 0 && element("button.primary", { type: "submit" }, "Use"),
      credentials.size > 0 && button("Forget all", () => {
        credentials.clear();
        updateCredentials();
        close();
      }), button("Close", close)));
  dialog.replaceChildren(element("h2", { id: "page-dialog-title" }, "Credentials"), form);
  dialog.showModal();
}

function updateCredentials() {
  find("page-credentials").textContent = credentials.size === 0 ? "Credentials" : `Credentials (${credentials.size})`;
  for (const note of document.querySelectorAll(".security-state")) note.update();
  announce(credentials.size === 0 ? "No credentials are used" : "Credentials are used for the next requests");
}

/** Returns the names of the credentials that a request carries for a requirement. Client certificates belong to connections. */
function carried(requirement) {
  const schemes = new Map(securitySchemes());
  return Object.keys(requirement).filter((name) => schemes.get(name)?.type !== "mutualTLS");
}

/** Returns the names of the credentials of the first requirement whose credentials are all entered. */
function satisfied(security) {
  return security.map(carried).find((names) => names.length > 0 && names.every((name) => credentials.has(name)));
}

function addCredentials(request, security) {
  request.secrets = [];
  const schemes = new Map(securitySchemes());
  for (const name of satisfied(security) ?? []) {
    const scheme = schemes.get(name);
    const entered = credentials.get(name);
    if (scheme === undefined) continue;
    let secret = entered.secret ?? "";
    if (scheme.type === "apiKey") {
      if (scheme.in === "query") request.query.push(...pairs(string(scheme.name), secret));
      else ({ header: request.headers, cookie: request.cookies })[scheme.in]?.push([string(scheme.name), secret]);
      request.secrets.push(encodeURIComponent(secret));
    } else if (scheme.type === "http" && scheme.scheme?.toLowerCase() === "basic") {
      secret = btoa(String.fromCharCode(...new TextEncoder().encode(`${entered.user}:${entered.password}`)));
      request.headers.push(["Authorization", `Basic ${secret}`]);
    } else {
      const word = scheme.type === "http" && scheme.scheme?.toLowerCase() !== "bearer" ? string(scheme.scheme) : "Bearer";
      request.headers.push(["Authorization", `${word} ${secret}`]);
    }
    request.secrets.push(secret);
  }
  request.secrets = request.secrets.filter((secret) => secret !== "");
}

/** Returns the note about the credentials that an operation requires, and whether they are entered. */
function securityView(security) {
  if (security.length === 0) return null;
  const schemes = new Map(securitySchemes());
  const isOptional = security.some((requirement) => Object.keys(requirement).length === 0);
  const ways = security.filter((requirement) => Object.keys(requirement).length > 0).map((requirement) =>
    entries(requirement).map(([name, scopes], index) => [index > 0 && " and ", element("strong", {}, name), ` (${schemeName(schemes.get(name) ?? { type: "unknown scheme" })})`,
      list(scopes).length > 0 && [" with the scopes ", list(scopes).map((scope, position) => [position > 0 && ", ", element("code", {}, string(scope))])]]));
  const state = element("span.security-state");
  const isWithout = security.every((requirement) => carried(requirement).length === 0);
  state.update = () => { state.textContent = isWithout ? "" : satisfied(security) === undefined ? " Not entered." : " Entered."; };
  state.update();
  return element("p.security", {}, isOptional ? "Accepts " : "Requires ", ways.map((way, index) => [index > 0 && ", or ", way]), ".", state, " ",
    button("Enter credentials", showCredentials));
}
