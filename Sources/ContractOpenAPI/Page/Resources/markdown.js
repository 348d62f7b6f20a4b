// A safe subset of Markdown (CommonMark): paragraphs, headings, lists, code, emphasis and links.

/** Returns the elements of a description. */
function markdown(source) {
  const lines = string(source).slice(0, 20_000).split(/\r?\n/);
  const blocks = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length > 0) blocks.push(element("p", {}, inline(paragraph.join(" "))));
    paragraph = [];
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index].trim();
    const item = /^(?:[-*+]|\d{1,9}[.)]) +(.*)$/.exec(line);
    if (line.startsWith("```")) {
      flush();
      const end = lines.findIndex((other, position) => position > index && other.trim().startsWith("```"));
      const last = end < 0 ? lines.length : end;
      blocks.push(element("pre", { tabindex: "0" }, lines.slice(index + 1, last).join("\n")));
      index = last;
    } else if (line === "") {
      flush();
    } else if (/^#{1,6} /.test(line)) {
      flush();
      blocks.push(element("p.heading", {}, inline(line.replace(/^#+ +/, ""))));
    } else if (item !== null) {
      flush();
      const name = /^\d/.test(line) ? "ol" : "ul";
      const previous = blocks.at(-1);
      const isContinued = previous?.localName === name && /^\s*(?:[-*+]|\d)/.test(lines[index - 1] ?? "");
      const items = isContinued ? previous : element(name);
      items.append(element("li", {}, inline(item[1])));
      if (!isContinued) blocks.push(items);
    } else {
      paragraph.push(line);
    }
  }
  flush();
  return blocks;
}

const spans = /(`{1,3})([^`]{1,500})\1|\*\*([^*]{1,500})\*\*|\*([^*\s][^*]{0,500})\*|\[([^\]]{1,300})\]\(([^)\s]{1,500})\)/g;

function inline(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(spans)) {
    nodes.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[2] !== undefined) nodes.push(element("code", {}, match[2].trim()));
    else if (match[3] !== undefined) nodes.push(element("strong", {}, match[3]));
    else if (match[4] !== undefined) nodes.push(element("em", {}, match[4]));
    else nodes.push(link(match[6], match[5]));
  }
  nodes.push(text.slice(end));
  return nodes;
}

/** Returns a link to a web or mail address, and only the text for any other scheme. */
function link(address, text) {
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    return text;
  }
  if (!["http:", "https:", "mailto:"].includes(url.protocol)) return text;
  return element("a", { href: url.href, rel: "noopener noreferrer" }, text);
}
