import { oneLine } from '#base/terminal-text.ts';
import { colors } from '#cli/colors.ts';
import { columns } from '#cli/output.ts';
import type { CutoverCheck, GrantResult } from '#contract/eligibility.ts';
import type { CutoverHeaderChecks } from '#contract/header-setup.ts';
import { formatExpectation } from '#contract/verdict-labels.ts';
import { formatCheck } from './header.ts';
import { broken, section, shortened, terminalWidth, wrapped } from './layout.ts';

/** What a cutover made, and whether it is there, as a person reads it. */

const widestUrl = 46;
const textWidth = terminalWidth - 6;

const marks = {
  met: colors.green('✓'),
  missing: colors.red('✗'),
  'not-visible': colors.yellow('?'),
} as const;

export const formatVerification = ({ expectations }: CutoverCheck): string =>
  section(
    'Expected',
    expectations.flatMap(({ what, state, detail }) => {
      const [first = '', ...more] = broken(`${formatExpectation(state)} · ${oneLine(what)}`, textWidth);
      const details = broken(oneLine(detail), textWidth).map(colors.dim);
      return [`${marks[state]} ${first}`, ...[...more, ...details].map((line) => `    ${line}`)];
    }),
  );

/** The headers of all endpoints, each as it was checked. */
export const formatHeaderChecks = ({ results }: CutoverHeaderChecks): string =>
  results.length === 0
    ? 'No endpoint of the cutover was found.'
    : results
        .map(({ webhookId, url, check, problem }) =>
          [
            `${colors.bold(oneLine(url))}  ${colors.dim(webhookId.slice(0, 8))}`,
            ...(check === undefined ? [] : [formatCheck(check)]),
            ...(problem === undefined
              ? []
              : wrapped(oneLine(problem), terminalWidth - 2).map(
                  (line, at) => `${at === 0 ? colors.yellow('?') : ' '} ${line}`,
                )),
          ].join('\n'),
        )
        .join('\n\n');

export const formatGrant = ({ endpoints, carriedHeaders, notCarried }: GrantResult['result']): string => {
  const rows = endpoints.map(({ webhook: { id, url, companyId, eventTypes } }) => [
    id.slice(0, 8),
    shortened(oneLine(url), widestUrl),
    companyId?.slice(0, 8) ?? 'all',
    String(eventTypes.length),
  ]);
  return [
    columns([['ENDPOINT', 'URL', 'COMPANY', 'EVENT TYPES'], ...rows]),
    `Headers on each: ${carriedHeaders.join(', ') || 'no header'}.`,
    ...notCarried.flatMap(({ ruleId, reason }) =>
      wrapped(`Rule ${ruleId.slice(0, 8)}: ${oneLine(reason)}`, terminalWidth),
    ),
  ].join('\n');
};
