import type { DeskContext } from '#desk/store/context.ts';
import type { Exchange } from './exchange.ts';
import { exportForm } from './export-form.ts';
import { createAnswerImports } from './import-answer.ts';
import type { ExchangeParts } from './parts.ts';

/** Hand-over between support and the integrator, who do not share a screen. */
export const createExchange = (context: DeskContext, parts: ExchangeParts): Exchange => ({
  exportForm: (caseId, request, actor) => exportForm(context, parts, caseId, request, actor),
  ...createAnswerImports(context, parts),
});
