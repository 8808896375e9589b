import { oneLine } from '#base/terminal-text.ts';
import { colors } from '#cli/colors.ts';
import { columns } from '#cli/output.ts';
import type { RollbackPreview } from '#contract/cutover.ts';
import { formatCount, formatList } from '#contract/format.ts';
import { section, sections, shortened, terminalWidth, wrapped } from './layout.ts';

/** What a rollback undoes, as a person reads it before agreeing to it. */

const widestUrl = 44;

export const formatRollback = (preview: RollbackPreview): string => {
  const { endpoints, rules, headers, steps, waiting } = preview;
  return sections(
    colors.bold('The rollback does this:'),
    section(
      `Disables ${formatCount(endpoints.length, 'endpoint')} (messages stay readable)`,
      endpoints.length === 0
        ? []
        : columns([
            ['ENDPOINT', 'URL', 'COMPANY', 'EVENT TYPES'],
            ...endpoints.map(({ id, url, companyId, eventTypes }) => [
              id.slice(0, 8),
              shortened(oneLine(url), widestUrl),
              companyId?.slice(0, 8) ?? 'all',
              String(eventTypes.length),
            ]),
          ]).split('\n'),
    ),
    section(
      `Lets ${formatCount(rules.length, 'rule')} fire again`,
      rules.map(({ ruleId, type }) => `${colors.dim(ruleId.slice(0, 8))}  ${oneLine(type)}`),
    ),
    [
      ...(headers.length === 0
        ? []
        : [`Headers go back to the profile: ${formatList(headers.map(oneLine))}.`]),
      ...(waiting === undefined || waiting === 0
        ? []
        : [`${formatCount(waiting, 'delivery', 'deliveries')} will not be attempted any more.`]),
      ...(steps.length === 0 ? [] : [`Steps that reopen: ${formatList(steps.map(oneLine))}.`]),
    ]
      .flatMap((text) => wrapped(text, terminalWidth))
      .join('\n'),
  );
};
