import type { ReportFormat } from '#contract/report.ts';
import type { ReportWriter } from '#desk/reports/reports.ts';
import { csv } from './csv.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { pdf } from './pdf/index.ts';

/** Every format there is. A new one is added to `reportFormats` of the contract, and here. */
export const formats = { html, pdf, md: markdown, json, csv } satisfies Record<ReportFormat, ReportWriter>;
