// Verifies the bytes as received and parses them afterwards (Express). The sample verify-signature has the function.
import express from 'express';
import { verifySignature } from './verify-signature.js';

export const app = express();

// A Buffer: exactly what was signed. On this route it replaces express.json().
const rawBody = express.raw({ type: '*/*', limit: '1mb' });

app.post('/hooks', rawBody, (request, response) => {
  if (!verifySignature(process.env.WEBHOOK_SECRET, request.headers, request.body)) {
    return response.sendStatus(401);
  }
  const event = JSON.parse(request.body.toString('utf8'));
  console.log('received', event.eventType);
  return response.sendStatus(204);
});

// Parsers for all other routes come after it.
app.use(express.json());
