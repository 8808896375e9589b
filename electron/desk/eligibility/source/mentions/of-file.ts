import { needsQuotes } from '#desk/eligibility/source/syntax/grammars.ts';
import { mayHoldCodes } from './encoded.ts';
import { type FileMentions, findMentions, mayMention } from './find.ts';
import { hasBareHalves, mayHoldBareHalf } from './halves.ts';

/** Whether a file has to be read for its mentions, or for parts of them, from its bytes and its name. */
export const mayHoldMention = (path: string, bytes: Buffer): boolean =>
  mayMention(bytes) || mayHoldBareHalf(path, bytes) || mayHoldCodes(bytes);

/** The mentions in a file's text, by what its language lets stand without quotes. */
export const mentionsOf = (path: string, text: string): FileMentions =>
  findMentions(text, { barewords: !needsQuotes(path), bareHalves: hasBareHalves(path) });
