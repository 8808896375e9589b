import { columns } from '#cli/output.ts';
import type { AuditStream } from '#contract/audit.ts';
import { formatCount, formatInstant } from '#contract/format.ts';

export const formatAuditStreams = (streams: readonly AuditStream[]): string => {
  if (streams.length === 0) return 'No audit streams. Add one with `carryover audit add`.';
  const rows = streams.map((stream) => [
    stream.name,
    stream.state,
    stream.format,
    stream.detail,
    stream.behind === undefined
      ? '-'
      : `${formatCount(stream.behind.changes, 'change')} since ${formatInstant(stream.behind.since)}`,
    stream.url,
  ]);
  const problems = streams.flatMap(({ name, failing }) =>
    failing === undefined
      ? []
      : [
          `${name}: failing since ${formatInstant(failing.since)}, tried again ${formatInstant(failing.next)}. ${failing.problem}`,
        ],
  );
  return [columns([['NAME', 'STATE', 'FORMAT', 'DETAIL', 'WAITING', 'URL'], ...rows]), ...problems].join(
    '\n',
  );
};
