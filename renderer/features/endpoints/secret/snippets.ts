/** How a consumer verifies a message. Standard Webhooks: https://www.standardwebhooks.com */

const javascript = `// npm install standardwebhooks express
import express from 'express';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…

// The signature covers the exact bytes: read the raw body.
express()
  .post('/hooks', express.raw({ type: 'application/json' }), (request, response) => {
    try {
      const event = webhook.verify(request.body.toString('utf8'), request.headers);
      response.sendStatus(200); // Respond first, process later.
      console.log(event.eventType, event.payload);
    } catch {
      response.sendStatus(401);
    }
  })
  .listen(4420);
`;

const python = `# pip install standardwebhooks flask
import os
from flask import Flask, request
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])  # whsec_…
app = Flask(__name__)

@app.post("/hooks")
def hooks():
    try:
        # The signature covers the exact bytes: use the raw body.
        event = webhook.verify(request.get_data(as_text=True), dict(request.headers))
    except WebhookVerificationError:
        return "", 401
    print(event["eventType"], event["payload"])
    return "", 200
`;

export const snippets = [
  { id: 'javascript', label: 'JavaScript', text: javascript },
  { id: 'python', label: 'Python', text: python },
] as const;
