import type { ReportBlock } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { facts, text } from '#desk/reports/blocks.ts';

/** Deliveries of the last soak by the attempt that succeeded, as its last entry in the audit chain counted them. */
export const deliveryLadder = ({ soaks }: Pick<CaseState, 'soaks'>): ReportBlock[] => {
  const last = soaks.at(-1)?.observations.at(-1);
  if (last === undefined) return [text('No soak has counted deliveries.')];
  const told = last.endpoints.flatMap(({ deliveries }) => (deliveries === undefined ? [] : [deliveries]));
  if (told.length === 0) return [text('The target does not report how deliveries went.')];
  const sum = (of: (one: (typeof told)[number]) => number): number =>
    told.reduce((all, one) => all + of(one), 0);
  const [succeeded, failed, waiting] = [
    sum((one) => one.succeeded),
    sum((one) => one.failed),
    sum((one) => one.waiting),
  ];
  if (succeeded + failed + waiting === 0) return [text('No deliveries on record in the soak.')];
  if (told.some((one) => one.succeeded > 0 && one.byAttempt === undefined)) {
    return [text('The attempts that succeeded are not on record for this soak.')];
  }
  const attempts = Math.max(...told.map(({ byAttempt }) => byAttempt?.length ?? 0));
  const resent = sum((one) => one.resent ?? 0);
  return [
    facts(['Counted', last.at, 'instant']),
    {
      block: 'chart',
      id: 'delivery-ladder',
      caption: 'Deliveries in the soak by the attempt that succeeded',
      unit: 'deliveries',
      series: [{ name: 'Delivered', tone: 'ok' }, { name: 'Failed', tone: 'bad' }, { name: 'Waiting' }],
      bars: [
        ...Array.from({ length: attempts }, (_, at) => ({
          name: `Attempt ${at + 1}`,
          values: [sum(({ byAttempt }) => byAttempt?.[at] ?? 0), 0, 0],
        })),
        ...(resent === 0 ? [] : [{ name: 'After a resend or replay', values: [resent, 0, 0] }]),
        { name: 'Failed, no attempts left', values: [0, failed, 0] },
        { name: 'Waiting for an attempt', values: [0, 0, waiting] },
      ],
    },
  ];
};
