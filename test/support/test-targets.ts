import { Writable } from 'node:stream';
import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import type { TargetRequest } from '#contract/target.ts';
import { createTargets, type TargetsOptions } from '#desk/targets/index.ts';
import { testDeskContext } from './desk-context.ts';

export const plantedKey = 'PlantedApiKey-31415926535';
const localKey = 'LocalPlantedKey-27182818';

/** Targets on a real database, with everything that they log; closed when the test ends. */
export const testTargets = async (options: Partial<TargetsOptions> = {}) => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const context = await testDeskContext({ log: pino({ level: 'trace' }, sink) });
  const targets = createTargets(context, {
    local: { baseUrl: 'http://127.0.0.1:9', apiKey: async () => localKey, clientId: async () => undefined },
    backoffMs: 5,
    ...options,
  });
  onTestFinished(() => targets.close());
  const logged = () => lines.join('');
  /** The client of a new remote target. */
  const remote = async (baseUrl: string, other: Partial<TargetRequest> = {}) => {
    const wanted = { name: 'remote', apiKey: plantedKey, concurrency: 50, perSecond: 1000 };
    const { id } = await targets.add({ ...wanted, baseUrl, ...other });
    return targets.client(id);
  };
  return { targets, context, remote, logged };
};

/** The forms in which a secret could be found. */
export const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64'),
  encodeURIComponent(secret),
];
