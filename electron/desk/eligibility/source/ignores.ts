import ignore, { type Ignore } from 'ignore';
import { ignoreFileLimitBytes, ignoreRulesLimit } from './limits.ts';

/** The rules of one `.gitignore`. `base` is its folder with a slash at the end, or empty for the root. */
export interface IgnoreLevel {
  readonly base: string;
  readonly rules: Ignore;
}

export const ignoreFileName = '.gitignore';

export const ignoreLevel = (folder: string, bytes: Buffer): IgnoreLevel => ({
  base: folder === '' ? '' : `${folder}/`,
  // With the case as written: rather read a file too many.
  rules: ignore({ ignorecase: false, allowRelativePaths: true }).add(
    bytes
      .toString('utf8', 0, ignoreFileLimitBytes)
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/, ignoreRulesLimit)
      .filter(isQuick),
  ),
});

/**
 * Each wildcard of a name multiplies the time that a rule takes by the name's length, and each `**` by the path's. A rule
 * with more of them than anybody writes is left out: then rather more is read than less.
 */
const isQuick = (rule: string): boolean =>
  rule.length <= longestRule &&
  rule.split('**').length - 1 <= mostDoubleStars &&
  rule.split('/').every((part) => part.split(/\*+/).length - 1 <= mostStars);
const longestRule = 1000;
const mostDoubleStars = 2;
const mostStars = 3;

/**
 * Whether the rules exclude `path`. The deepest file that says something wins, as in git; that a folder above is
 * excluded is the caller's to know, since nothing below it can be taken in again.
 */
export const isIgnored = (levels: readonly IgnoreLevel[], path: string, isFolder: boolean): boolean => {
  for (let at = levels.length - 1; at >= 0; at--) {
    const { base, rules } = levels[at] as IgnoreLevel;
    const said = rules.test(path.slice(base.length) + (isFolder ? '/' : ''));
    if (said.ignored) return true;
    if (said.unignored) return false;
  }
  return false;
};
