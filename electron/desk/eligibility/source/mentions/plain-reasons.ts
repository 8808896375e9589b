import type { Explanation, Mention } from '#desk/eligibility/source/inspection.ts';
import { lineStart } from '#desk/eligibility/source/text-lines.ts';
import { lineReason } from './line-reasons.ts';

/** Reasons that show in the line itself, whatever the language. */

const importsFile =
  /(?:\bfrom|\bimport|\brequire(?:_relative|_once)?|\binclude(?:_once)?|\bmock|@import|@use)\s{0,4}\(?\s{0,4}["'`](?:\.{1,2}|@|~|#[\w-]{0,40})\/[^"'`]{0,200}$/;
const fileEnding =
  /^\.(?:ya?ml|md|[jt]sx?|[mc]js|vue|css|scss|py|rb|go|php|java|kt|cs|rs|sql|svg|png|tmpl|tpl|rules|toml|proto|tf)["'`\s)\],;]/i;

/** The service answers `alerts.json` too, and an export of it: only in a folder is that a file. */
const dataFile = /^\.(?:json|csv|html?|txt)["'`\s)\],;]/i;
const folderBefore =
  /["'`(\s=](?:\.{1,2}\/|~\/|@\/)[\w./-]{0,120}$|(?:data|fixtures?|mocks?|src|assets|samples?|testdata|files|docs|dashboards|provisioning)\/[\w./-]{0,120}$/;

const filesInside = /^\/(?:\*\*\/)?[\w*.-]{1,60}\.(?:ya?ml|rules|md|tsx?|jsx?|vue|py|go|rb|java|cs|php|kt)\b/;

/** `from './rules/alerts'` names a module, and `alerts.yml` a file: neither is a path of the service. */
export const plainReasons = (
  text: string,
  mentions: readonly Mention[],
  loose: ReadonlySet<Mention> = new Set(),
): Explanation[] =>
  mentions
    .filter(({ subject }) => subject === 'alerts-endpoints')
    .flatMap((mention) => {
      const { subject, from, to } = mention;
      const reason = plainReason(text, from, to);
      if (reason === 'data') return [];
      const found = reason ?? lineReason(text, from, to, loose.has(mention));
      return found === undefined ? [] : [{ subject, from, to, ...found }];
    });

type Reason = Pick<Explanation, 'reason' | 'why'>;
const notPath = (why: string): Reason => ({ reason: 'not-a-path', why });
const resource = /(?:^|\W)(?:aws|google|azurerm|kubernetes|helm|datadog|grafana)_\w*(?:\.|$)$/;

/** `data`: a file of data, which may be an answer of the service. */
const plainReason = (text: string, from: number, to: number): Reason | 'data' | undefined => {
  const line = text.slice(Math.max(lineStart(text, from), from - 300), from);
  if (importsFile.test(line)) return notPath('Module of the code base.');
  const after = text.slice(to, to + 12);
  const written = text.slice(from, to);
  if (dataFile.test(after) && !folderBefore.test(line)) return 'data';
  if (filesInside.test(text.slice(to, to + 80))) return notPath('Folder name.');
  if (/[a-z]-$/i.test(line) && /^rules\/alerts$/i.test(written))
    return notPath('Different path: its segment ends in -rules.');
  if (resource.test(line + /^\w*\.?/.exec(written)?.[0]))
    return { reason: 'other-library', why: 'Resource of an infrastructure provider.' };
  if (/^\s*(?:output|variable|module)\s+"\w*$/.test(line))
    return { reason: 'definition', why: 'Name defined by the code.' };
  return fileEnding.test(after) || dataFile.test(after) ? notPath('File name.') : undefined;
};
