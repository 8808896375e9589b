import { createSecretKey, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readRecordings } from '#desk/cutover/parity/recordings/read-recordings.ts';
import { parityPlan } from './parity-lines.ts';

/** Reads the same lines in a process of its own: `parse` does nothing with them, `compare` compares them. */
const [, , what, path = ''] = process.argv;

const parse = (): number => {
  let parsed = 0;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue;
    const { body } = JSON.parse(line) as { body: string };
    parsed += Object.keys(JSON.parse(body) as object).length > 0 ? 1 : 0;
  }
  return parsed;
};

const compare = async (): Promise<number> => {
  const { verdict, occurrences } = await readRecordings(
    {
      plan: parityPlan,
      paths: [path],
      captured: [],
      withinMs: undefined,
      dataDir: `${dirname(path)}/none`,
      fingerprintKey: createSecretKey(randomBytes(32)),
    },
    () => undefined,
  );
  if (verdict !== 'holds') throw new Error(`The comparison ended as ${verdict}.`);
  return occurrences.both;
};

const beforeMb = process.memoryUsage.rss() / 1_048_576;
const startedAt = performance.now();
const count = what === 'parse' ? parse() : await compare();
const ms = performance.now() - startedAt;
// Of the whole process, kilobytes.
const peakMb = process.resourceUsage().maxRSS / 1024;
const { user, system } = process.cpuUsage();
process.send?.({ ms, cpuMs: (user + system) / 1000, count, growthMb: peakMb - beforeMb });
