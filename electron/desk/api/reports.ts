import { create as attachment } from 'content-disposition';
import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { ReportKindName, ReportQuery, reportDigestHeader, reportSeqHeader } from '#contract/report.ts';
import type { Reports } from '#desk/reports/reports.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';

const options = optionsFor('reports');

/** Reports of cases, as files. */
export const reportRoutes = (app: DeskApp, reports: Reports): void => {
  app.get(
    '/api/cases/:id/reports/:kind',
    {
      ...options(
        'Export a report of a case, at a point of its audit chain',
        answers(Type.Unsafe<string>({ type: 'string', description: 'The report.' })),
        {
          description: `A file: HTML, Markdown, JSON (a Report) or CSV. Reproducible byte for byte. The headers ${reportSeqHeader} and ${reportDigestHeader} name the point of the audit chain.`,
          params: Type.Object({ id: Uuid, kind: ReportKindName }),
          querystring: ReportQuery,
        },
      ),
      // It is text already, JSON too.
      serializerCompiler: () => (data) => data as unknown as string,
    },
    async (request, reply) => {
      const { id, kind } = request.params;
      const { format = 'html', at } = request.query;
      const { name, mediaType, content, seq, digest } = await reports.render(id, { kind, format, at });
      return reply
        .type(mediaType)
        .header('content-disposition', attachment(name))
        .header('x-content-type-options', 'nosniff')
        .header(reportSeqHeader, seq)
        .header(reportDigestHeader, digest)
        .send(content);
    },
  );
};
