import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { addressText, type ServerAddress } from '#base/store/postgres/address.ts';
import { asideOfNow, type KeptText, type KeptTexts } from '#desk/core/kept-texts.ts';
import type { DeskStore } from './store.ts';

/** Names of what a desk keeps beside its tables: rows of `kept_texts`. */
export const keptNames = {
  identity: 'identity',
  sealing: 'sealing',
  head: 'journal head',
  handover: 'handover',
} as const;

/** As earlier versions noted them. */
const jobPrefix = 'job ';

/**
 * What the desk of a server keeps beside its tables, as all of its processes have it. Read once: only the process that has
 * the desk writes it.
 */
export const keptOnServer = async (
  store: DeskStore,
  dataDir: string,
  address: ServerAddress,
): Promise<KeptTexts> => {
  const { rows } = await store.read(({ db }) =>
    sql<{ name: string; content: string }>`select name, content from kept_texts`.execute(db),
  );
  const known = new Map(rows.map(({ name, content }) => [name, content]));
  const put = (name: string, content: string) =>
    store.write(({ db }) =>
      sql`insert into kept_texts (name, content) values (${name}, ${content})
        on conflict (name) do update set content = excluded.content`.execute(db),
    );
  const text = (name: string): KeptText => ({
    place: `row ${name} of kept_texts on ${store.place}`,
    read: () => known.get(name),
    async write(content) {
      await put(name, content);
      known.set(name, content);
    },
    async setAside() {
      const content = known.get(name);
      if (content === undefined) return;
      await put(asideOfNow(name), content);
      await drop(name);
      known.delete(name);
    },
  });
  const drop = (name: string) =>
    store.write(({ db }) => sql`delete from kept_texts where name = ${name}`.execute(db));
  const left = rows.filter(({ name }) => name.startsWith(jobPrefix));
  for (const { name } of left) await drop(name);
  return {
    formerJobs: left.map(({ content }) => content),
    identity: text(keptNames.identity),
    sealing: text(keptNames.sealing),
    headFile: headFileOf(dataDir, address),
    sharedHead: text(keptNames.head),
    handover: text(keptNames.handover),
  };
};

/** A folder may work on one store after another, and on files: each has a head of its own. */
export const headFileOf = (dataDir: string, address: ServerAddress): string => {
  const which = createHash('sha256')
    .update(`${addressText(address)} ${address.prefix}`)
    .digest('hex');
  return join(dataDir, `journal-${which.slice(0, 12)}.head`);
};
