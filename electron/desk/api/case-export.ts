import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import { create as attachment } from 'content-disposition';
import { stringify } from 'csv-stringify/sync';
import { Type } from 'typebox';
import { systemTime, toIso } from '#base/clock.ts';
import { safeFileName } from '#base/file-name.ts';
import type { CaseSummary } from '#contract/case.ts';
import { CaseExportRequest } from '#contract/case-bulk.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { visible } from '#desk/reports/visible.ts';
import { actorOf } from './actor.ts';
import { sightIn } from './caller.ts';
import { chosenIn } from './case-bulk.ts';

const options = optionsFor('cases');

/** The list of cases as a table, or the cases themselves as files in an archive. */
export const caseExportRoutes = (app: ApiApp, cases: Cases): void => {
  app.post(
    '/api/cases/export',
    {
      ...options(
        'Export several cases: the list as CSV, or a zip of their case files without secrets',
        answers(Type.Unsafe<Buffer | Readable>({ type: 'string', format: 'binary' })),
        { body: CaseExportRequest },
      ),
      // Bytes, whatever they are.
      serializerCompiler: () => (data) => data as unknown as string,
    },
    async (request, reply) => {
      const { selection, format, sort } = request.body;
      const actor = actorOf(request);
      const sight = sightIn(request);
      const chosen =
        'filter' in selection
          ? (await cases.page({ ...selection.filter, ...(sort && { sort }) }, actor, sight)).results.filter(
              ({ id }) => !selection.except?.includes(id),
            )
          : await chosenIn(cases, selection, actor, sight);
      const day = toIso(systemTime.now()).slice(0, 10);
      if (format === 'csv') {
        return reply
          .type('text/csv; charset=utf-8; header=present')
          .header('content-disposition', attachment(`cases-${day}.csv`))
          .send(Buffer.from(csvOf(chosen)));
      }
      return reply
        .type('application/zip')
        .header('content-disposition', attachment(`cases-${day}.zip`))
        .send(Readable.fromWeb(makeZip(filesOf(cases, chosen)) as never));
    },
  );
};

const headings = [
  ...['id', 'case', 'integrator', 'state', 'target', 'clientId', 'eligibility', 'nextStep', 'waitingOn'],
  ...['webhooksDone', 'webhooksSteps', 'tokensDone', 'tokensSteps', 'owner', 'due'],
  ...['windowStart', 'windowEnd', 'windowAgreed', 'created', 'updated'],
];

const csvOf = (cases: readonly CaseSummary[]): string =>
  stringify([headings, ...cases.map(lineOf)], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });

const lineOf = (one: CaseSummary): (string | number | undefined)[] => {
  const of = (part: 'webhooks' | 'tokens') => one.progress?.find((some) => some.part === part);
  const [webhooks, tokens] = [of('webhooks'), of('tokens')];
  const { window } = one;
  return [
    ...[one.id, visible(one.name), visible(one.integrator), one.state, one.targetId, one.clientId],
    ...[one.verdict, one.next && visible(one.next.title), one.nextSteps.map((s) => s.responsible).join(' ')],
    ...[webhooks?.done, webhooks?.total, tokens?.done, tokens?.total],
    ...[one.owner && visible(one.owner), one.due, window?.start, window?.end],
    ...[window && String(window.agreed), one.created, one.updated],
  ];
};

/** One after the other, as the archive is read; what could not be exported is told in a file of its own. */
async function* filesOf(cases: Cases, chosen: readonly CaseSummary[]) {
  const lastModified = new Date(systemTime.now());
  const refused: string[] = [];
  for (const { id, name } of chosen) {
    try {
      const input = await cases.exportFile(id);
      yield { name: `${safeFileName(name, 'case')}-${id.slice(0, 8)}.carryover`, input, lastModified };
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      refused.push(`${name} (${id}): ${error.message}`);
    }
  }
  if (refused.length > 0) {
    yield { name: 'not-exported.txt', input: `${refused.join('\n')}\n`, lastModified };
  }
}
