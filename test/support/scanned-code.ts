import { createSkips } from '#desk/eligibility/reading/skips.ts';
import { createSourceSink } from '#desk/eligibility/source/sink.ts';
import { sourceStatements } from '#desk/eligibility/source/statements.ts';

/** What the scan says of a code base of a few files that stand in no folder. */
export const scannedCode = async (files: Readonly<Record<string, string>>) => {
  const skips = createSkips();
  const sink = createSourceSink(skips, 'code', '/no-data-folder');
  for (const [path, text] of Object.entries(files)) sink.take(path, Buffer.from(text));
  await sink.finish();
  const rows = sourceStatements(sink, skips);
  return {
    says: (row: string): string | undefined => rows.find((one) => one.row === row)?.says,
    /** `kind file:line`, in the order of places. */
    findings: sink.findings
      .list()
      .flatMap(({ kind, place }) => (place.kind === 'source' ? [`${kind} ${place.file}:${place.line}`] : []))
      .sort(),
  };
};
