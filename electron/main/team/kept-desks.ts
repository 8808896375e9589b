import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import { writeJsonAtomically } from '#base/write-atomically.ts';
import { readDeskAddress } from '#contract/desk-address.ts';

/** A desk of a team, as the app keeps it from one start to the next. */
export interface KeptDesk {
  /** 16 hexadecimal digits: the name of its page's origin. */
  readonly id: string;
  readonly address: string;
  readonly signIn?: KeptSignIn;
}

export interface KeptSignIn {
  readonly name: string;
  readonly login: string;
  readonly tokenId: string;
  /** The access token, with the id and the address that it is for, sealed by the system's keychain; base64. */
  readonly sealed: string;
}

export interface DeskList {
  readonly desks: readonly KeptDesk[];
  /** The id of the desk that was shown last; left out: the local one. */
  readonly last?: string;
}

export interface KeptDesks {
  /** Empty if the file can't be read. */
  read(): DeskList;
  /** Why the file can't be read, and what to do. What is in it is never overwritten then. */
  readonly problem: string | undefined;
  /** @throws Error in words, if it can't be written or could not be read */
  write(list: DeskList): void;
}

/** The list in `team-desks.json`, beside the window's place. */
export const keepDesks = (path: string): KeptDesks => {
  const { list, problem } = readList(path);
  let current = list;
  return {
    read: () => current,
    problem,
    write(next) {
      if (problem !== undefined) throw new Error(problem);
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeJsonAtomically(path, next);
      } catch (cause) {
        throw new Error(`The list of team desks was not saved to ${path}: ${fileProblem(cause)}.`, { cause });
      }
      current = next;
    },
  };
};

const none: DeskList = { desks: [] };

const readList = (path: string): { readonly list: DeskList; readonly problem: string | undefined } => {
  const failed = (reason: string) => ({
    list: none,
    problem: `The list of team desks in ${path} can't be read: ${reason}. Correct or move the file, then start Carryover again.`,
  });
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code !== 'ENOENT';
    return isThere ? failed(fileProblem(error)) : { list: none, problem: undefined };
  }
  try {
    return { list: listOf(JSON.parse(text)), problem: undefined };
  } catch (error) {
    // What JSON.parse says quotes the file, which holds sealed tokens.
    return failed(error instanceof Unfit ? error.message : 'it is no JSON');
  }
};

class Unfit extends Error {}

/** @throws Unfit */
const listOf = (value: unknown): DeskList => {
  const { desks, last } = objectOf(value, 'it is no object');
  if (!Array.isArray(desks)) throw new Unfit('it has no list of desks');
  const all = desks.map(deskOf);
  for (const field of ['id', 'address'] as const) {
    const values = all.map((desk) => desk[field]);
    if (new Set(values).size < values.length) throw new Unfit(`two desks have the same ${field}`);
  }
  const isLast = all.some(({ id }) => id === last);
  return { desks: all, ...(isLast ? { last: last as string } : {}) };
};

const deskOf = (value: unknown, at: number): KeptDesk => {
  const where = `desk ${at + 1}`;
  const { id, address, signIn } = objectOf(value, `${where} is no object`);
  if (typeof id !== 'string' || !/^[0-9a-f]{16}$/.test(id)) throw new Unfit(`${where} has no usable id`);
  const read = typeof address === 'string' ? readDeskAddress(address) : undefined;
  // As it was written: any other form would be another name for the same desk.
  if (read === undefined || !('origin' in read) || read.origin !== address)
    throw new Unfit(`${where} has no usable address`);
  return { id, address: read.origin, ...(signIn === undefined ? {} : { signIn: signInOf(signIn, where) }) };
};

const signInOf = (value: unknown, where: string): KeptSignIn => {
  const { name, login, tokenId, sealed } = objectOf(value, `the sign-in of ${where} is no object`);
  const texts = [name, login, tokenId, sealed];
  if (!texts.every((text) => typeof text === 'string' && text !== '' && text.length <= longest))
    throw new Unfit(`the sign-in of ${where} is incomplete`);
  return { name, login, tokenId, sealed } as KeptSignIn;
};

const longest = 16_384;

const objectOf = (value: unknown, problem: string): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unfit(problem);
  return value as Record<string, unknown>;
};
