import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { silentLog } from '#base/log.ts';
import { type ReportDocument, reportFormats } from '#contract/report.ts';
import { createCases } from '#desk/cases/index.ts';
import { createDeskContext } from '#desk/context.ts';
import { chartsOf } from '#desk/reports/charts/index.ts';
import { jobOf } from '#desk/reports/formats/pdf/index.ts';
import { typesetPdfs } from '#desk/reports/formats/pdf/typeset-pdf.ts';
import { createReports } from '#desk/reports/index.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { openDeskFile } from '#desk/store/file-store.ts';
import { companyNumber, putRun, unsent } from '#test/support/run-on-record.ts';
import { benchFolder } from './processes.ts';
import { type Result, result } from './results.ts';

const count = 10_000;

/** A rehearsal and a run of 10,000 companies, one in fifty of which failed; read from the store anew for each format. */
export const reports = async (): Promise<Result[]> => {
  const dataDir = benchFolder();
  const store = await openDeskFile(join(dataDir, 'desk.db'));
  try {
    const announce = (): void => {};
    const context = await createDeskContext({
      store,
      dataDir,
      dataKey: randomBytes(32),
      log: silentLog(),
      announce,
    });
    const cases = createCases(context);
    const { id } = await cases.create({ name: 'acme', parts: ['tokens'] }, 'Ada');
    const companies = Array.from({ length: count }, (_, n) =>
      n % 100 === 7
        ? companyNumber(n, { state: 'failed', cause: 'needs-reauthorization', message: 'It was revoked.' })
        : n % 100 === 8
          ? unsent(n, { state: 'invalid', cause: 'bad-credentials', message: 'accessToken is missing.' })
          : companyNumber(n, { platformKey: n % 3 === 0 ? 'qhyg' : 'gbol' }),
    );
    await putRun(cases, id, { kind: 'rehearsal', companies: companies.map((_, n) => companyNumber(n)) });
    await putRun(cases, id, { companies });
    const results: Result[] = [];
    for (const format of reportFormats) {
      // Nothing that an earlier one kept in memory helps.
      const { render } = createReports({ cases: createCases(context), signer: context.identity });
      const startedAt = performance.now();
      const { content } = await render(id, { kind: 'tokens', format });
      const seconds = (performance.now() - startedAt) / 1000;
      const size = `${(Buffer.byteLength(content) / 1_048_576).toFixed(1)} MiB`;
      const bar = format === 'pdf' ? 15_000 : 5000;
      results.push(
        result(`report of 10,000 companies as ${format}`, seconds * 1000, '<', bar, ' ms', `${size}, once`),
      );
    }
    results.push(await pdfMemory(context, id));
    return results;
  } finally {
    await store.close();
  }
};

/** The whole process that sets the pages, its native memory too. */
const pdfMemory = async (context: DeskContext, id: string): Promise<Result> => {
  const { render } = createReports({ cases: createCases(context), signer: context.identity });
  const { content } = await render(id, { kind: 'tokens', format: 'json' });
  const document = JSON.parse(content.toString()) as ReportDocument;
  const charts = await chartsOf(document, 'pdf');
  const { peakMb } = await typesetPdfs([jobOf(document, 'a4', { charts })]);
  return result(
    'memory of the process that sets it as pdf',
    peakMb,
    '<',
    500,
    ' MB',
    'resident, at its peak',
  );
};
