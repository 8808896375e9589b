import { createReadStream, statSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { CommandError } from '#cli/command-error.ts';
import type { HttpClient } from '#cli/http-client.ts';
import { configurationFiles } from '#contract/eligibility.ts';
import type { Upload } from '#contract/uploads.ts';

/** What names a file of this machine in the body of a request. */
const fields: ReadonlySet<string> = new Set(['path', ...configurationFiles]);

/** Files of this machine that a request names are sent first: the desk of a team reads none of its own for a person. */
export const withUploads = (client: HttpClient): HttpClient => {
  const sent = async (file: string): Promise<string> => {
    const { size } = fileAt(file);
    const path = `/api/uploads?name=${encodeURIComponent(basename(file))}`;
    return (await client.upload<Upload>(path, createReadStream(file), size, 'POST')).path;
  };
  const without = async (body: unknown): Promise<unknown> => {
    if (Array.isArray(body)) return inTurn(body, without);
    if (typeof body !== 'object' || body === null) return body;
    const entries = await inTurn(Object.entries(body), async ([field, value]) => [
      field,
      typeof value === 'string' && fields.has(field) && isAbsolute(value)
        ? await sent(value)
        : await without(value),
    ]);
    return Object.fromEntries(entries as [string, unknown][]);
  };
  return {
    ...client,
    post: async <T>(path: string, body?: unknown) => client.post<T>(path, await without(body)),
    put: async <T>(path: string, body?: unknown) => client.put<T>(path, await without(body)),
    file: async (path, body) => client.file(path, await without(body)),
    download: async (path, body) => client.download(path, await without(body)),
  };
};

/** One after the other: files may be large. */
const inTurn = async <T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const done: R[] = [];
  for (const one of all) done.push(await work(one));
  return done;
};

/** @throws CommandError */
const fileAt = (file: string): { readonly size: number } => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandError(`${file} does not exist.`);
  if (found.isDirectory())
    throw new CommandError(
      `${file} is a folder, which can't be sent to the desk of a team. Pack it into a zip, and name that.`,
    );
  return found;
};
