import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ends, makeEndpoints, publish, startService } from './delivering.ts';
import { startModule } from './processes.ts';
import { median, type Result, result } from './results.ts';

const rounds = 10;
const endpoints = 10;
const messages = 1000;

/** How long the API takes to answer a page of companies while 10,000 deliveries that are due leave, at once. */
export const besideDue = async (): Promise<Result> => {
  const origin = await startModule('consumer.ts');
  const { service, apiUrl, apiKey } = await startService({ clock: 'system' });
  await makeEndpoints(
    service,
    Array.from({ length: endpoints }, (_, n) => `${origin}/${n}`),
  );
  const authorization = `Basic ${btoa(apiKey)}`;
  for (let n = 0; n < 20; n++) {
    await fetch(`${apiUrl}/companies`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Company ${n}` }),
    });
  }
  const p99: number[] = [];
  const longest: number[] = [];
  let answers = 0;
  for (let round = 0; round < rounds; round++) {
    await service.control.clock.pause();
    await publish(service, messages);
    const poller = fork(
      join(import.meta.dirname, 'poller.ts'),
      [`${apiUrl}/companies?pageSize=10`, authorization],
      { execArgv: [] },
    );
    await once(poller, 'message');
    const done = ends(service, messages * endpoints);
    await service.control.clock.resume();
    await done;
    const told = once(poller, 'message');
    poller.send('end');
    const [{ maxMs, p99Ms, count }] = await told;
    p99.push(p99Ms);
    longest.push(maxMs);
    answers += count;
  }
  await service.stop(1000);
  return result(
    'p99 of a page of companies while 10,000 due deliveries leave',
    median(p99),
    '<',
    10,
    'ms',
    `median of ${rounds} rounds, ${answers} answers; the longest of a round took ${median(longest).toFixed(0)} ms`,
  );
};
