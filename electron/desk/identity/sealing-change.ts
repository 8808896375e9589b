import { createJournal } from '#desk/journal/journal.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal } from '#desk/store/journal.ts';

type Context = Pick<DeskContext, 'store' | 'identity' | 'journalHead' | 'log' | 'sealingKeys'>;

/**
 * Has the journal name the present sealing key where another took its place: right after the change, and at a start, for
 * one that a crash cut off, for a key that was lost, and after a backup was put back. The file is changed first: a journal
 * must not name a key that nobody has.
 */
export const noteSealingKey = async (context: Context, actor: string): Promise<void> => {
  const { recipient, former } = context.sealingKeys;
  const [last] = former;
  if (last === undefined) return;
  await context.store.write(async (tx) => {
    const rows = await readJournal(tx);
    const named = rows.findLast(({ kind }) => kind === 'sealing.replaced');
    if (named !== undefined && recipientIn(named.content) === recipient) return;
    if (last.how === 'lost') {
      context.log.warn(
        { recipient: last.recipient },
        'desk: the sealing key is lost; files sealed to it can’t be opened any more',
      );
    }
    const content = { former: last.recipient, recipient, how: last.how };
    await createJournal(context).append(tx, actor, { kind: 'sealing.replaced', content });
  });
};

const recipientIn = (content: string): unknown => {
  try {
    return (JSON.parse(content) as { recipient?: unknown }).recipient;
  } catch {
    return undefined;
  }
};
