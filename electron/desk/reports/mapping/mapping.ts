import type { MappingDocument, MappingRow } from '#contract/mapping.ts';
import { openReasonLabels } from '#desk/reports/kinds/reconciliation.ts';
import type { ReportSource } from '#desk/reports/reports.ts';
import type { AccountedRow } from '#desk/tokens/reconciliation/parts.ts';
import { reconcile } from '#desk/tokens/reconciliation/reconcile.ts';

/** The result of each row, for the integrator's database: a pure function of the case at a point of its chain. */
export const mapping = (
  { state, results }: Pick<ReportSource, 'state' | 'results'>,
  product: string,
): MappingDocument => {
  const { last, rows, total, isWhole } = reconcile(state, results);
  const { id, name, integrator, revision: seq, updated: at, digest } = state;
  return {
    format: 'carryover-mapping',
    version: 1,
    product,
    case: { id, name, integrator },
    point: { seq, at, digest },
    ...(last === undefined
      ? {}
      : {
          run: {
            runId: last.run.started.runId,
            targetId: last.run.started.targetId,
            targetName: last.run.started.targetName,
            ended: last.ended.at,
          },
        }),
    counts: total,
    missing: total.source - rows.length,
    final: isWhole,
    rows: rows.map(rowOf).sort(byRef),
  };
};

const rowOf = (row: AccountedRow): MappingRow => {
  const { ref, platformKey, companyId, connectionId, connectionStatus, name, state, line, importId } =
    row.company;
  const reason = reasonOf(row);
  // In the order of the columns; what is not known is left out.
  return {
    ...(ref === undefined ? {} : { ref }),
    ...(platformKey === undefined ? {} : { platformKey }),
    status: row.part,
    ...(companyId === undefined ? {} : { companyId }),
    ...(connectionId === undefined ? {} : { connectionId }),
    ...(connectionStatus === undefined ? {} : { connectionStatus }),
    ...(name === undefined ? {} : { name }),
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(row.part === 'excluded' && row.decision !== undefined ? { approvedBy: row.decision.by } : {}),
    line,
    ...(importId === undefined ? {} : { importId }),
  };
};

const reasonOf = ({ part, why, held, decision, company }: AccountedRow): string | undefined => {
  if (part === 'migrated') return undefined;
  if (part === 'excluded') return decision?.reason;
  if (part === 'held') return held;
  if (why !== undefined) return openReasonLabels[why];
  return company.message ?? company.cause;
};

/** By code units, so that it is the same everywhere; rows without a ref come last, by their line. */
const byRef = (a: MappingRow, b: MappingRow): number =>
  Number(a.ref === undefined) - Number(b.ref === undefined) ||
  compare(a.ref ?? '', b.ref ?? '') ||
  compare(a.platformKey ?? '', b.platformKey ?? '') ||
  a.line - b.line ||
  compare(a.importId ?? '', b.importId ?? '');

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
