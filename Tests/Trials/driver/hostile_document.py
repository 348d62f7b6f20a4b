"""A document that tries to run script in the page, to keep it busy, and to break its layout."""

SCRIPT = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>"
LINK = "[click](javascript:window.hacked=1) [data](data:text/html,<script>window.hacked=1</script>) [web](https://example.com/)"
LONG = "unbreakable" * 60


def bomb(levels, width):
    """Schemas of which each refers several times to the next: exponential for a reader that follows every reference."""
    schemas = {}
    for level in range(levels):
        parts = [{"$ref": f"#/components/schemas/bomb{level + 1}"}] * width
        schemas[f"bomb{level}"] = {"allOf": parts, "properties": {f"p{level}": {"oneOf": parts}}}
    schemas[f"bomb{levels}"] = {"type": "object", "properties": {"end": {"type": "string"}}}
    return schemas


def document():
    everywhere = f"{SCRIPT} {LINK} `{SCRIPT}` **{SCRIPT}**\n\n# {SCRIPT}\n\n- {SCRIPT}\n\n```\n{SCRIPT}\n```\n{'[' * 500}{'*' * 500}"
    schema = {"type": "object", "title": SCRIPT, "description": everywhere, "required": ["__proto__", 7, None],
              "properties": {"__proto__": {"type": "string", "default": SCRIPT}, "constructor": {"$ref": "#/components/schemas/loop"},
                             SCRIPT: {"enum": [SCRIPT, None, {"a": SCRIPT}, 9223372036854775807]}, LONG: {"type": "integer", "minimum": "x"},
                             "list": {"type": "array"}, "odd": 7, "true": True, "none": None, "file": {"$ref": "file:///etc/passwd"}}}
    operation = {"operationId": "page-main", "summary": SCRIPT, "description": everywhere, "tags": [SCRIPT, 7],
                 "parameters": [{"name": SCRIPT, "in": "query", "description": everywhere, "schema": schema, "example": SCRIPT},
                                {"name": LONG, "in": "header", "schema": {"type": "array", "items": {"$ref": "#/components/schemas/self"}}},
                                {"name": "x", "in": "cookie"}, {"in": "path"}, 7, None, {"$ref": "#/nowhere"}],
                 "requestBody": {"content": {"application/json": {"schema": schema, "examples": {"a": {"value": {"a": SCRIPT}}}},
                                             SCRIPT: {"schema": {"$ref": "#/components/schemas/bomb0"}}, "multipart/form-data": {"schema": 7}}},
                 "responses": {"200": {"description": everywhere, "headers": {SCRIPT: {"description": everywhere}},
                                       "content": {SCRIPT: {"schema": schema}, "application/json": {"schema": {"$ref": "#/components/schemas/bomb0"}}}},
                               SCRIPT: None, "default": {"$ref": "#/components/responses/none"}},
                 "security": [{SCRIPT: [SCRIPT]}, {"key": []}, 7]}
    return {"openapi": "3.1.0", "info": {"title": SCRIPT, "version": SCRIPT, "description": everywhere},
            "servers": [{"url": "https://a.example; script-src *"}, {"url": "javascript:window.hacked=1"}, 7],
            "tags": [{"name": SCRIPT, "description": everywhere}, 7, {"name": "__proto__"}],
            "paths": {"/{__proto__}": {"get": operation}, f"/{SCRIPT}": {"post": {**operation, "operationId": "__proto__"}, "get": 7},
                      f"/{LONG}": {"get": {"operationId": LONG}},
                      "/socket": {"get": {"operationId": "socket", "parameters": 7, "x-websocket": {
                          "sent": {SCRIPT: {"schema": {"$ref": "#/components/schemas/bomb0"}}, "application/json": 7}, "received": [SCRIPT], "subprotocols": [SCRIPT, 7]}}},
                      "/nothing": {"get": {"operationId": "nothing", "x-websocket": {"sent": SCRIPT, "subprotocols": SCRIPT}}}, "/none": None, "/loop": {"$ref": "#/paths/~1loop"}},
            "components": {"schemas": {"loop": {"$ref": "#/components/schemas/loop"}, "self": {"type": "object", "properties": {
                "self": {"$ref": "#/components/schemas/self"}, "all": {"type": "array", "items": {"$ref": "#/components/schemas/self"}}}, "required": ["self"]},
                "lists": {"type": "array", "items": {"$ref": "#/components/schemas/lists"}}, "any": {"anyOf": [{"$ref": "#/components/schemas/any"}, {"type": "null"}]}, SCRIPT: schema, "number": 7, **bomb(40, 8)},
                "securitySchemes": {SCRIPT: {"type": "http", "scheme": SCRIPT, "description": everywhere}, "key": {"type": "apiKey", "in": "header", "name": SCRIPT}, "odd": 7}}}
