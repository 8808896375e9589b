import { create as attachment } from 'content-disposition';
import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { ReportKindName, ReportQuery, reportDigestHeader, reportSeqHeader } from '#contract/report.ts';
import type { Reports } from '#desk/reports/reports.ts';
import { answers, type DeskApp } from './app.ts';

/** Reports of cases, as files. */
export const reportRoutes = (app: DeskApp, reports: Reports): void => {
  app.get(
    '/api/cases/:id/reports/:kind',
    {
      schema: {
        tags: ['reports'],
        summary: 'Report what a case shows, at a point of its audit chain',
        description: `A file: HTML, Markdown, JSON (a Report) or CSV. The same point gives the same bytes. The headers ${reportSeqHeader} and ${reportDigestHeader} say which point it is.`,
        params: Type.Object({ id: Uuid, kind: ReportKindName }),
        querystring: ReportQuery,
        response: answers(Type.Unsafe<string>({ type: 'string', description: 'The report.' })),
      },
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
