import { makeZip } from 'client-zip';
import type { Files } from './manifest.ts';

/**
 * Files as a zip, uncompressed, in their order: the same files give the same bytes, on every machine.
 * @param at of the chain's point: its day is the files' date, UTC
 */
export const packed = async (files: Files, at: string): Promise<Buffer> => {
  // A zip has local times without a zone; noon is there on every day of every zone.
  const [year = 1980, month = 1, day = 1] = at.slice(0, 10).split('-').map(Number);
  const lastModified = new Date(year, month - 1, day, 12);
  const entries = [...files].map(([name, input]) => ({ name, input, lastModified }));
  return Buffer.from(await new Response(makeZip(entries)).arrayBuffer());
};
