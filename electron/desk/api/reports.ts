import { create as attachment } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { MappingQuery } from '#contract/mapping.ts';
import { ReportKindName, ReportQuery, reportDigestHeader, reportSeqHeader } from '#contract/report.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Bundle, Report, Reports } from '#desk/reports/reports.ts';

const options = optionsFor('reports');

/** Reports of cases, as files. */
export const reportRoutes = (app: ApiApp, reports: Reports): void => {
  app.get(
    '/api/cases/:id/reports/:kind',
    {
      ...options(
        'Export a report of a case, at a point of its audit chain',
        answers(Type.Unsafe<string | Buffer>({ type: 'string', description: 'The report.' })),
        {
          description: `A file: HTML, PDF, Markdown, JSON (a Report) or CSV. Reproducible byte for byte. ${pointHeaders}`,
          params: Type.Object({ id: Uuid, kind: ReportKindName }),
          querystring: ReportQuery,
        },
      ),
      serializerCompiler: asItIs,
    },
    async (request, reply) => {
      const { id, kind } = request.params;
      const { format = 'html', without, ...options } = request.query;
      const { signal } = request;
      const asked = { kind, format, ...options, without: without?.split(','), signal };
      try {
        return send(reply, await reports.render(id, asked));
      } catch (error) {
        // Whoever asked is gone: nobody reads why there is no report.
        if (signal.aborted) return reply.hijack();
        throw error;
      }
    },
  );
  app.get(
    '/api/cases/:id/tokens/mapping',
    {
      ...options(
        'Export the mapping of a token migration: row reference, company, connection, status',
        answers(Type.Unsafe<string | Buffer>({ type: 'string', description: 'The mapping.' })),
        {
          description: `A file: CSV, or JSON (a Mapping). Every row of the last run with results, also those that are not migrated. ${pointHeaders}`,
          params: Type.Object({ id: Uuid }),
          querystring: MappingQuery,
        },
      ),
      serializerCompiler: asItIs,
    },
    async ({ params: { id }, query: { format = 'csv', at } }, reply) =>
      send(reply, await reports.mapping(id, { format, at })),
  );
  app.get(
    '/api/cases/:id/reports/bundle',
    {
      ...options(
        'Export all reports of a case with its audit chain, signed, as a zip',
        answers(Type.Unsafe<string | Buffer>({ type: 'string', format: 'binary' })),
        {
          description: `Anyone can verify it: manifest.json has the SHA-256 of each file and is signed in minisign's format. ${pointHeaders}`,
          params: Type.Object({ id: Uuid }),
          querystring: Type.Pick(ReportQuery, ['at']),
        },
      ),
      serializerCompiler: asItIs,
    },
    async (request, reply) => send(reply, await reports.bundle(request.params.id, request.query.at)),
  );
};

const pointHeaders = `The headers ${reportSeqHeader} and ${reportDigestHeader} name the point of the audit chain.`;

/** It is text or bytes already, JSON too. */
const asItIs = () => (data: unknown) => data as string;

const send = (reply: FastifyReply, { name, mediaType, content, seq, digest }: Report | Bundle) =>
  reply
    .type(mediaType)
    .header('content-disposition', attachment(name))
    .header('x-content-type-options', 'nosniff')
    .header(reportSeqHeader, seq)
    .header(reportDigestHeader, digest)
    .send(content);
