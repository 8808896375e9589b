# Verifies the bytes as received and parses them afterwards (Flask). The sample verify-signature has the function.
import json
import os

from flask import Flask, request

from verify_signature import verify_signature

app = Flask(__name__)


@app.post("/hooks")
def receive():
    raw_body = request.get_data()  # bytes, before any parser; not request.json
    headers = {name.lower(): value for name, value in request.headers.items()}
    if not verify_signature(os.environ["WEBHOOK_SECRET"], headers, raw_body):
        return "", 401
    event = json.loads(raw_body)
    app.logger.info("received %s", event["eventType"])
    return "", 204
