"""Filters of the requests that schemathesis makes."""

import base64
import re

import schemathesis

# The members of the notes contract with URLs and bytes, and the smallest numbers of its narrow types.
LINKS, BYTES, SMALLEST = {"link", "home"}, {"bytes"}, {"float": 1.5e-45, "decimal": 1e-127}
URI_TEXT = re.compile(r"(%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=])*")


def is_empty(value):
    """Tells if a member of an object in a query is sent as an empty value."""
    return value is None or value in ("", [], {})


@schemathesis.hook
def filter_query(context, query):
    """Leaves out requests that are invalid only before they are serialized.

    - Null or a Boolean for an array of strings is sent as the string `null` or `false`: an array of one.
    - An empty object or array for a number in a `deepObject` is sent as `filter[limit]=`, which the schema allows.
    """
    if query is None:
        return True
    if not isinstance(query.get("tags", []), list):
        return False
    inner = query.get("filter")
    members = list(inner.values()) if isinstance(inner, dict) else []
    members += [value for name, value in query.items() if name.startswith("filter[")]
    return not any(is_empty(member) for member in members)


@schemathesis.hook
def filter_body(context, body):
    """Leaves out bodies about which the schema and the codec differ, or which the tool misjudges.

    - A URL may have characters that RFC 3986 does not allow, and is percent-encoded, as Foundation does.
    - The tool does not know `contentEncoding`, and takes any text for bytes in base64.
    - A number so small that it would be rounded to 0 is refused.
    """
    if isinstance(body, list):
        return all(filter_body(context, element) for element in body)
    if not isinstance(body, dict):
        return True
    return all(is_judged_equally(*member) and filter_body(context, member[1]) for member in body.items())


def is_judged_equally(name, value):
    """Tells if the value of a member is accepted or refused by both the schema and the codec."""
    if isinstance(value, str):
        return not (name in LINKS and not URI_TEXT.fullmatch(value) or name in BYTES and not is_base64(value))
    return not (isinstance(value, float) and 0 < abs(value) < SMALLEST.get(name, 0))


def is_base64(text):
    try:
        base64.b64decode(text, validate=True)
    except ValueError:
        return False
    return True
