import { once } from 'node:events';
import { Agent, get } from 'node:http';

/** Asks for something small again and again until it is told to end, and tells the longest time that an answer took. */

const [url = '', authorization = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

const ask = async (): Promise<void> => {
  const [response] = await once(get(url, { agent, headers: { authorization } }), 'response');
  await once(response.resume(), 'end');
};

const times: number[] = [];
let goesOn = true;
process.once('message', () => {
  goesOn = false;
});
await ask();
process.send?.('ready');
while (goesOn) {
  const begun = performance.now();
  await ask();
  times.push(performance.now() - begun);
  await new Promise((resolve) => setTimeout(resolve, 2));
}
times.sort((a, b) => a - b);
process.send?.({
  maxMs: times.at(-1) ?? 0,
  p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  count: times.length,
});
agent.destroy();
process.disconnect();
