import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';

/** The instructions of an image, as Docker reads them: comments left out, continued lines joined. */
export interface Dockerfile {
  all(instruction: string): string[];
  /** @throws Error unless it is there once */
  one(instruction: string): string;
  last(instruction: string): string;
  /** The exec form of it. */
  json(instruction: string): string[];
}

/** @param path below `packaging` */
export const readDockerfile = (path = 'Dockerfile'): Dockerfile => {
  const text = readFileSync(join(packageRoot(), 'packaging', path), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/ *\\\n */g, ' ');
  const all = (instruction: string): string[] =>
    [...text.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(([, rest]) => rest as string);
  const one = (instruction: string): string => {
    const found = all(instruction);
    if (found.length !== 1) throw new Error(`The image has ${found.length} ${instruction}.`);
    return found[0] as string;
  };
  return {
    all,
    one,
    last: (instruction) => all(instruction).at(-1) ?? '',
    json: (instruction) => JSON.parse(one(instruction)),
  };
};
