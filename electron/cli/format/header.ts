import { colors } from '#cli/colors.ts';
import { columns } from '#cli/output.ts';
import { formatInstant } from '#contract/format.ts';
import type { HeaderCheckResult, HeaderSetup } from '#contract/header-setup.ts';
import { section } from './layout.ts';

/** Header set-ups and checks as a person reads them. */

export const setupTable = (setups: readonly HeaderSetup[]): string =>
  columns([
    ['ENDPOINT', 'URL', 'HEADERS', 'LEGACY', 'LAST CHECK'],
    ...setups.map((setup) => [
      setup.webhook.id.slice(0, 8),
      setup.webhook.url,
      setup.headers.map(({ name }) => name).join(', ') || 'none',
      legacyInShort(setup),
      setup.lastCheck === undefined ? 'never' : checkInShort(setup.lastCheck),
    ]),
  ]);

const legacyInShort = ({ legacy }: HeaderSetup): string => {
  const flagged = (['lost', 'differs', 'unknown'] as const).flatMap((state) => {
    const names = [...new Set(legacy.filter((one) => one.state === state).map(({ name }) => name))];
    return names.length === 0 ? [] : [`${state}: ${names.join(', ')}`];
  });
  return flagged.join('; ') || 'kept';
};

const checkInShort = ({ passed, pending, at }: HeaderCheckResult): string =>
  `${pending ? 'waiting for received headers' : passed ? 'passed' : 'failed'}, ${formatInstant(at)}`;

export const formatSetup = (setup: HeaderSetup): string => {
  const { webhook, way, headers, legacy, guide, lastCheck } = setup;
  const how = way === 'api' ? 'set by Carryover' : 'set manually in the management portal';
  return [
    `${colors.bold(webhook.url)}  ${colors.dim(webhook.id)}\n${webhook.eventTypes.join(', ')}; headers are ${how}`,
    section(
      'Headers',
      headers.length === 0
        ? ['none']
        : columns([
            ['NAME', 'VALUE', 'STATE'],
            ...headers.map((one) => [one.name, one.value, one.state]),
          ]).split('\n'),
    ),
    section(
      'Legacy set-up',
      legacy.flatMap((one) => [
        `${legacyMark(one.state)} ${one.name} ${one.value} ${colors.dim(`(${one.from}) ${one.state}`)}`,
        ...(one.advice === undefined ? [] : [`    ${one.advice}`]),
      ]),
    ),
    section(
      'Manual steps',
      guide.flatMap(({ what, values }, at) => [
        `${at + 1}. ${what}`,
        ...values.map(({ name, value }) => `     ${name}: ${value}`),
      ]),
    ),
    lastCheck === undefined ? '' : section('Last check', [checkInShort(lastCheck)]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};

const legacyMark = (state: string): string => {
  if (state === 'kept') return colors.green('✓');
  return state === 'unknown' ? colors.yellow('?') : colors.red('✗');
};

export const formatCheck = (result: HeaderCheckResult): string => {
  const { passed, pending, statusCode, error, headers, advice } = result;
  const head = pending
    ? colors.yellow('… Event created')
    : passed
      ? colors.green('✓ Headers correct')
      : colors.red('✗ Check failed');
  const answer = error ?? statusCode;
  const marks = {
    'as-set': colors.green('✓'),
    differs: colors.red('✗'),
    missing: colors.red('✗'),
    extra: colors.yellow('?'),
  };
  return [
    answer === undefined ? head : `${head} (endpoint response ${answer})`,
    ...headers.map((one) => `  ${marks[one.result]} ${one.name} ${one.value} ${colors.dim(one.result)}`),
    ...advice.map((text) => `  → ${text}`),
  ].join('\n');
};
