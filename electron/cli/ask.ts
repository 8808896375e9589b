import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { painted } from './colors.ts';
import { CommandError } from './command-error.ts';

/**
 * Asks a person for a line of text; empty if nothing was said.
 * @param withoutTerminal what to say where nobody can be asked, such as which option to give
 * @throws CommandError 2 there
 */
export const asked = async (question: string, withoutTerminal: string): Promise<string> => {
  if (!process.stdin.isTTY) throw new CommandError(`No terminal to ask on. ${withoutTerminal}`, 2);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Ctrl+C and Ctrl+D reject the question, the end of the terminal leaves it open: nothing was said.
    const closed = once(terminal, 'close').then(() => '');
    return (await Promise.race([terminal.question(`${painted(question)} `).catch(() => ''), closed])).trim();
  } finally {
    terminal.close();
  }
};

/**
 * Asks a person; anything but y or yes is a no.
 * @param withoutTerminal what to say where nobody can be asked, such as which option to give
 * @throws CommandError 2 there
 */
export const confirmed = async (question: string, withoutTerminal: string): Promise<boolean> =>
  /^y(es)?$/i.test(await asked(`${question} [y/N]`, withoutTerminal));
