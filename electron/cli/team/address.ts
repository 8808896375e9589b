import { isEncryptedOrLocal } from '#base/outgoing/base-url.ts';
import { CommandError } from '#cli/command-error.ts';

/** The variable that names the desk of a team, as `--desk` does. */
export const deskVariable = 'CARRYOVER_DESK';

/**
 * The origin of a team's desk.
 * @param from where it was given, such as `--desk`
 * @throws CommandError 2
 */
export const deskAddress = (text: string, from: string): string => {
  const url = URL.parse(text.trim());
  const refuse = (problem: string) =>
    new CommandError(`${from} ${problem} Give the address of the desk, such as https://desk.example.`, 2);
  if (url === null) throw refuse('is no URL.');
  if (url.username !== '' || url.password !== '')
    throw refuse('must not contain a user or password: arguments are visible to every user.');
  if (!isEncryptedOrLocal(url)) throw refuse('must begin with https://, as http is for loopback alone.');
  if (url.pathname !== '/' || /[?#]/.test(text)) throw refuse('must end with the host.');
  return url.origin;
};

let chosen: string | undefined;

/** Which desk the commands of this process go to, once its options are known; undefined: that of a data folder. */
export const chooseDesk = (address: string | undefined): void => {
  chosen = address;
};

export const chosenDesk = (): string | undefined => chosen;
