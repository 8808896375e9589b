import type { Unconfirmed } from '#contract/target.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { columns, remark } from './output.ts';

/** A list that changes again and again while it is confirmed would never be carried out. */
const mostRounds = 3;

/**
 * Sends what may change a remote target. If the desk lists its calls first, they are shown, and confirmed by a person
 * or by `--yes`; then it is sent again with the code of that list.
 * @param send hands the code on as `confirm`
 * @throws CommandError 1 if the answer was no, 2 where nobody can be asked
 */
export const withConfirmation = async <T>(
  send: (confirm?: string) => Promise<T>,
  options: { readonly yes?: boolean | undefined },
): Promise<T> => {
  let confirm: string | undefined;
  for (let round = 1; ; round++) {
    try {
      return await send(confirm);
    } catch (error) {
      const unconfirmed = error instanceof CommandError ? error.unconfirmed : undefined;
      if (unconfirmed === undefined || round > mostRounds) throw error;
      await show(unconfirmed, options);
      confirm = unconfirmed.confirm;
    }
  }
};

const show = async (
  { calls }: Unconfirmed,
  options: { readonly yes?: boolean | undefined },
): Promise<void> => {
  remark('This changes the remote target by:');
  remark(columns([['METHOD', 'PATH', 'WHY'], ...calls.map(({ method, path, why }) => [method, path, why])]));
  if (options.yes) return;
  const agrees = await confirmed('Send these calls?', 'Use --yes to skip confirmation.');
  if (!agrees) throw new CommandError('Nothing was sent.');
};
