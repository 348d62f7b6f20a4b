"""A document with thousands of operations."""

COUNT = 10_000


def document():
    paths = {}
    for number in range(COUNT // 2):
        parameters = [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "format": "int64"}},
                      {"name": "limit", "in": "query", "description": "The maximum number.", "schema": {"type": "integer", "minimum": 1, "maximum": 100}}]
        responses = {"200": {"description": "OK", "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/Resource{number % 2_000}"}}}},
                     "400": {"$ref": "#/components/responses/BadRequest"}}
        body = {"required": True, "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/Resource{number % 2_000}"}}}}
        paths[f"/resources/{number}/{{id}}"] = {
            "get": {"operationId": f"resource{2 * number}", "summary": f"Returns resource {number}.", "tags": [f"Tag{number % 50}"],
                    "parameters": parameters, "responses": responses},
            "put": {"operationId": f"resource{2 * number + 1}", "summary": f"Replaces resource {number}.", "tags": [f"Tag{number % 50}"],
                    "parameters": parameters[:1], "requestBody": body, "responses": responses}}
    schema = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer", "format": "int64"}, "ratio": {"type": "number", "maximum": 1.50},
                                                                   "name": {"type": "string", "minLength": 1, "maxLength": 80}}}
    problem = {"description": "Bad Request", "content": {"application/problem+json": {"schema": {"type": "object"}}}}
    return {"openapi": "3.1.1", "info": {"title": "Resources", "version": "1"}, "paths": paths,
            "components": {"schemas": {f"Resource{number}": schema for number in range(2_000)}, "responses": {"BadRequest": problem}}}
