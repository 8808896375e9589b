import { hash } from 'node:crypto';

export interface Drawn {
  readonly ref: string;
  readonly platformKey: string;
}

/**
 * A random sample that anyone can draw again: the first rows by the SHA-256 of the seed, a line feed, the platform, a line
 * feed and the reference, each in UTF-8, compared as hex. Source: `docs/reference/rules/tokens.md#sample`.
 */
export const drawSample = <T extends Drawn>(rows: readonly T[], size: number, seed: string): T[] =>
  rows
    .map((row) => ({ row, at: hash('sha256', `${seed}\n${row.platformKey}\n${row.ref}`) }))
    .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
    .slice(0, size)
    .map(({ row }) => row);
