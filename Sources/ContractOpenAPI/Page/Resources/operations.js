// The operations of a document, by tag.

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** Returns all operations in the order of the document. */
function readOperations() {
  const operations = [];
  const ids = new Set();
  for (const [path, node] of entries(api.paths)) {
    const item = resolve(node).value;
    const all = [...methods.map((method) => [method, own(item, method)]), ...entries(own(item, "additionalOperations"))];
    for (const [method, declared] of all) {
      if (!isMap(declared)) continue;
      let id = string(declared.operationId) || `${method} ${path}`;
      while (ids.has(id)) id += "'";
      ids.add(id);
      operations.push({
        id, method, path, declared, summary: string(declared.summary), isDeprecated: declared.deprecated === true,
        tag: string(list(declared.tags)[0]), get parameters() { return readParameters(item, declared); }, responses: isMap(declared.responses) ? declared.responses : {},
        security: list(declared.security ?? api.security).filter(isMap),
        words: [id, method, path, declared.summary, declared.description, ...list(declared.tags)].filter((word) => typeof word === "string").join(" ").toLowerCase(),
      });
    }
  }
  return operations;
}

/** Returns the parameters of an operation. Its own replace those of the path with the same name and location. */
function readParameters(item, declared) {
  const parameters = new Map();
  for (const node of [...list(own(item, "parameters")), ...list(declared.parameters)]) {
    const parameter = resolve(node).value;
    if (typeof own(parameter, "name") === "string") parameters.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...parameters.values()];
}

/** Returns tags with their operations: first the tags that the document describes, then the other tags in order. */
function byTag(operations) {
  const tags = new Map();
  for (const tag of list(api.tags)) if (typeof own(tag, "name") === "string") tags.set(tag.name, { name: tag.name, description: tag.description, operations: [] });
  for (const operation of operations) {
    if (!tags.has(operation.tag)) tags.set(operation.tag, { name: operation.tag || "Operations", operations: [] });
    tags.get(operation.tag).operations.push(operation);
  }
  return [...tags.values()].filter((tag) => tag.operations.length > 0);
}

/** Returns the media types of a request body or response, which may be referenced. */
function mediaTypes(node) {
  return entries(own(resolve(node).value, "content")).map(([type, media]) => [type, resolve(media).value]).filter(([, media]) => isMap(media));
}

/** Returns the schema of a parameter or header. */
function schemaOf(parameter) {
  return parameter.schema ?? entries(parameter.content)[0]?.[1]?.schema ?? {};
}
