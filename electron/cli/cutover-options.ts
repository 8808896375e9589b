import { type Command, Option } from 'commander';
import { ownUser } from '#base/own-user.ts';
import type { CaseView } from '#contract/case.ts';
import { localTargetId } from '#contract/target.ts';
import { asYou, type CommonOptions, withData, withJson } from './options.ts';

/** Options that the commands of a cutover share. */

/** Who decides, and a remark. */
export interface DecisionOptions extends CommonOptions {
  readonly by?: string;
  readonly note?: string;
  readonly yes?: true;
}

/** Exit codes of all that say whether something holds. */
export const cutoverExitCodes = { 0: 'holds', 3: 'does not hold', 4: 'not known' };

export const withBy = (command: Command): Command =>
  command.option('--by <name>', `name of the person, recorded ${asYou}`);

export const withNote = (command: Command): Command => command.option('--note <text>', 'note, recorded');

export const withYes = (command: Command): Command => command.option('--yes', 'skip confirmation');

/** For scripts that give `--yes` to all: commands that ask nothing take it too. */
export const withoutQuestion = (command: Command): Command =>
  withJson(withData(command)).addOption(new Option('--yes').hideHelp());

export const decisionOf = ({ by = ownUser(), note }: DecisionOptions) => ({
  by,
  ...(note === undefined ? {} : { note }),
});

export const isLocal = ({ targetId }: Pick<CaseView, 'targetId'>): boolean => targetId === localTargetId;
