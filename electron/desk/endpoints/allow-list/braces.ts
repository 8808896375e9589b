import { unreadable } from './unreadable.ts';

/** Words and signs of a configuration whose blocks are in braces, as nginx and nftables have them. */

export interface Token {
  readonly text: string;
  readonly line: number;
  /** A quoted sign is a word. */
  readonly quoted: boolean;
}

export const isSign = ({ text, quoted }: Token, sign: string): boolean => text === sign && !quoted;

/** @throws CatalogueError `allowList.unreadable` unless a brace closes the block, or the text ends outside of one */
export const refuseWrongEnd = (
  format: string,
  end: Token | undefined,
  openedAt: number | undefined,
): void => {
  if (end === undefined && openedAt !== undefined) {
    throw unreadable(format, `the brace of line ${openedAt} is not closed`);
  }
  if (end !== undefined && openedAt === undefined) {
    throw unreadable(format, `line ${end.line} closes a brace that was not opened`);
  }
};
