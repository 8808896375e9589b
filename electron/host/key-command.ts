import { type KeyCommand, parseKeyCommand } from '#base/key-command.ts';
import { readLastOptions } from '#local/last-options.ts';
import { StartError } from '#local/start-error.ts';

interface Asked {
  readonly dataDir: string;
  /** Left out: CARRYOVER_KEY_COMMAND, else as the folder was last served. */
  readonly keyCommand?: string;
}

/**
 * What wraps the keys of token rows, if anything does, and as a person wrote it.
 * @throws StartError in words
 */
export const chooseKeyCommand = ({
  dataDir,
  keyCommand,
}: Asked): { readonly text: string; readonly command: KeyCommand } | undefined => {
  const text = keyCommand ?? (process.env.CARRYOVER_KEY_COMMAND || readLastOptions(dataDir).keyCommand);
  if (text === undefined) return undefined;
  try {
    return { text, command: parseKeyCommand(text) };
  } catch (error) {
    throw new StartError(`${(error as Error).message} Nothing was started or changed.`);
  }
};
