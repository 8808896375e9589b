import { type Operation, operations } from '#contract/operations.ts';
import { code, pageOf, table } from './markdown.ts';

const counted = (fidelity: Operation['fidelity']): number =>
  operations.filter((operation) => operation.fidelity === fidelity).length;

const introduction = `What the local copy has of the operations of the real service, by its public description: ${counted('same')} are the same, ${counted('differs')} differ as said, and of ${counted('missing')} it is known that they are not there. A path that the real service has and this copy has not gets 404 with a message that says so. The list of these is ours to correct, and nothing on this page was compared with the real service. With access to it, \`carryover record\` and \`carryover compare\` do that: see [Is the copy true?](../guides/test-kit.md#is-the-copy-true).

Everywhere: errors, paging and \`query\` as in [calls of the public API](rules/api.md); 402 and 403 only by a simulated error; the rate limit is off until it is turned on; time may be virtual.`;

const labels = { same: 'same', differs: 'differs', missing: 'not there' } as const;

const areaOf = (name: string, listed: readonly Operation[]): string[] => [
  `## ${name}`,
  table(
    ['operation', 'here', 'note'],
    listed.map(({ method, path, fidelity, note }) => [code(`${method} ${path}`), labels[fidelity], note]),
  ),
];

/** Operation by operation: what is the same, what differs, what is not there. */
export const fidelityPage = (): string =>
  pageOf(
    'Fidelity',
    introduction,
    ...Object.entries(Object.groupBy(operations, ({ area }) => area)).flatMap(([name, listed = []]) =>
      areaOf(name, listed),
    ),
  );
