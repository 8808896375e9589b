import { EventEmitter } from 'node:events';

// Gives a forked process the `process.parentPort` of a utility process, whose messages wait for a listener.
const port = new EventEmitter();
const waiting: unknown[] = [];
const deliver = (data: unknown): void => void port.emit('message', { data, ports: [] });
process.on('message', (data) => {
  if (port.listenerCount('message') > 0) deliver(data);
  else waiting.push(data);
});
port.on('newListener', (name) => {
  if (name === 'message') setImmediate(() => waiting.splice(0).forEach(deliver));
});
// A utility process ends with the app that it belongs to, at once.
const end = (): void => void process.kill(process.pid, 'SIGKILL');
if (!process.connected) end();
process.on('disconnect', end);
Object.defineProperty(process, 'parentPort', {
  value: Object.assign(port, { postMessage: (message: unknown) => void process.send?.(message) }),
});
