import { CommandError } from '#cli/command-error.ts';
import { readDeskAddress } from '#contract/desk-address.ts';

/** The variable that names the desk of a team, as `--desk` does. */
export const deskVariable = 'CARRYOVER_DESK';

/**
 * The origin of a team's desk.
 * @param from where it was given, such as `--desk`
 * @throws CommandError 2
 */
export const deskAddress = (text: string, from: string): string => {
  const read = readDeskAddress(text);
  if ('problem' in read) throw new CommandError(`${from} ${read.problem}`, 2);
  return read.origin;
};

let chosen: string | undefined;

/** Which desk the commands of this process go to, once its options are known; undefined: that of a data folder. */
export const chooseDesk = (address: string | undefined): void => {
  chosen = address;
};

export const chosenDesk = (): string | undefined => chosen;
