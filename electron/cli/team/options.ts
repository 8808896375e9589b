import type { Command } from 'commander';
import { CommandError } from '#cli/command-error.ts';
import { asYou } from '#cli/options.ts';
import type { Account } from '#contract/people.ts';
import { chooseDesk, deskAddress, deskVariable } from './address.ts';

/** Commands that are about this machine, or name their desk themselves. */
const ofThisMachine: ReadonlySet<string> = new Set([
  'start',
  'serve',
  'open',
  'repair',
  'recovery-code',
  'store',
  'sign-in',
  'sign-out',
]);

/** `--desk`, before any command: it then works on the desk of a team instead of a data folder. */
export const withTeamDesk = (program: Command): Command => {
  chooseDesk(undefined);
  return program
    .option('--desk <url>', `desk of a team that the command works on (default: ${deskVariable})`)
    .hook('preAction', async (_program, action) => {
      const { desk: option } = program.opts<{ readonly desk?: string }>();
      const namesFolder = action.getOptionValueSource('data') === 'cli';
      const desk = deskOf(topOf(program, action), option, namesFolder);
      chooseDesk(desk);
      if (desk !== undefined) await decideAsSignedIn(action, desk);
    });
};

/** Who decides is who is signed in. What others said is still recorded as theirs: those commands require `--by`. */
const decideAsSignedIn = async (action: Command, desk: string): Promise<void> => {
  const by = action.options.find(({ long, description }) => long === '--by' && description.includes(asYou));
  if (by === undefined) return;
  if (action.getOptionValueSource('by') === 'cli')
    throw new CommandError('Leave out --by: entries name who is signed in.', 2);
  const { teamClient } = await import('./peer.ts');
  const { name } = await teamClient(desk).get<Account>('/api/account');
  action.setOptionValue('by', name);
};

/** The option wins over the variable, and a data folder that is named over that. */
const deskOf = (command: string, option: string | undefined, namesFolder: boolean): string | undefined => {
  if (option !== undefined) {
    if (ofThisMachine.has(command))
      throw new CommandError(`\`${command}\` does not take --desk before it. Leave it out.`, 2);
    if (namesFolder) throw new CommandError('--desk and --data exclude each other. Give one of them.', 2);
    return deskAddress(option, '--desk');
  }
  const text = process.env[deskVariable];
  if (!text || namesFolder || ofThisMachine.has(command)) return undefined;
  return deskAddress(text, deskVariable);
};

const topOf = (program: Command, action: Command): string => {
  let top = action;
  while (top.parent !== null && top.parent !== program) top = top.parent;
  return top.name();
};
