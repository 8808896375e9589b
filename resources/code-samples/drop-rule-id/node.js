// There is no RuleId any more: choose the handler by eventType.
const handlers = {
  'connection.connected': (event) => console.log('connected', event.payload.connection.id),
  'connection.disconnected': (event) => console.log('disconnected', event.payload.connection.id),
  'read.completed': (event) => console.log('read', event.payload.dataTypes.length),
};

export function dispatch(event) {
  // Types that are not known here are accepted: new ones may come.
  return handlers[event.eventType]?.(event);
}
