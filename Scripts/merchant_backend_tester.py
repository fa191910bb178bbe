"""A check of schemathesis for the merchant backend of Swedbank Pay's SDKs: each example of the schema is answered with a status
that its operation names, not only with a problem. The file EXAMPLES gets the names of all examples, and the file SUCCEEDED
those of the examples that were sent and answered so."""

import os

import schemathesis

EXAMPLES, SUCCEEDED = os.environ["EXAMPLES"], os.environ["SUCCEEDED"]


def examples(operation: dict) -> dict:
    """The bodies by their names. An operation without a body has one example, of its parameters."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    return body["examples"] if body else {"parameters": {}}


@schemathesis.hook
def after_load_schema(context, schema):
    with open(EXAMPLES, "a") as file:
        for path in schema.raw_schema["paths"].values():
            for operation in path.values():
                for name in examples(operation):
                    print(operation["operationId"], name, file=file)


@schemathesis.check
def example_succeeds(ctx, response, case):
    if case.meta is None or case.meta.phase.name != "examples":
        return
    operation = case.operation.definition.raw
    expected = [status for status in operation["responses"] if status != "default"]
    if str(response.status_code) not in expected:
        raise AssertionError(f"The example was answered with {response.status_code} in place of {' or '.join(expected)}.")
    sent = [name for name, example in examples(operation).items() if example.get("value", case.body) == case.body]
    with open(SUCCEEDED, "a") as file:
        for name in sent:
            print(operation["operationId"], name, file=file)
