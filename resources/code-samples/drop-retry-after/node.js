// Retry-After is ignored: respond with 2xx at once, within 15 seconds, and process later.
export function receive(response, queue, rawBody, headers) {
  try {
    queue.push({ id: headers['webhook-id'], body: rawBody });
    response.writeHead(204).end();
  } catch {
    // Not stored: it is sent again, by the schedule of the service.
    response.writeHead(503).end();
  }
}
