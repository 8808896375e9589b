import type { Explanation, Mention } from '#desk/eligibility/source/inspection.ts';

/** Reasons that show in the line itself, whatever the language. */

const importsFile =
  /(?:\bfrom|\bimport|\brequire(?:_relative|_once)?|\binclude(?:_once)?|\bmock|@import|@use)\s{0,4}\(?\s{0,4}["'`](?:\.{1,2}|@|~|#[\w-]{0,40})\/[^"'`]{0,200}$/;
const fileEnding =
  /^\.(?:ya?ml|json|md|csv|html?|[jt]sx?|[mc]js|vue|css|scss|py|rb|go|php|java|kt|cs|rs|sql|svg|png|txt|log|tmpl|tpl|rules|toml|proto|tf)["'`\s)\],;]/i;

/** `from './rules/alerts'` names a module, and `alerts.yml` a file: neither is a path of the service. */
export const plainReasons = (text: string, mentions: readonly Mention[]): Explanation[] =>
  mentions
    .filter(({ subject }) => subject === 'alerts-endpoints')
    .flatMap(({ subject, from, to }) => {
      const line = text.slice(Math.max(text.lastIndexOf('\n', from - 1) + 1, from - 300), from);
      const because = (why: string): Explanation[] => [{ subject, from, to, reason: 'not-a-path', why }];
      if (importsFile.test(line)) return because('It names a module of the code base.');
      return fileEnding.test(text.slice(to, to + 12)) ? because('It names a file.') : [];
    });
