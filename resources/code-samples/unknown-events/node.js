// Types that are not processed are answered 2xx, too: anything else is retried for 28 h.
export async function receive(handlers, event, response) {
  const handle = handlers.get(event.eventType);
  if (handle === undefined) console.info('ignored', event.eventType);
  else await handle(event);
  response.sendStatus(204);
}
