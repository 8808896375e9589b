import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { painted } from './colors.ts';
import { CommandError } from './command-error.ts';

/**
 * Asks a person; anything but y or yes is a no.
 * @param withoutTerminal what to say where nobody can be asked, such as which option to give
 * @throws CommandError 2 there
 */
export const confirmed = async (question: string, withoutTerminal: string): Promise<boolean> => {
  if (!process.stdin.isTTY) throw new CommandError(`Nobody is there to ask. ${withoutTerminal}`, 2);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Ctrl+C and Ctrl+D reject the question, the end of the terminal leaves it open: all are a no.
    const closed = once(terminal, 'close').then(() => '');
    const answer = await Promise.race([
      terminal.question(`${painted(question)} [y/N] `).catch(() => ''),
      closed,
    ]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
};
