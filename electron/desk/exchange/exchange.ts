import type { AnswerImportRequest, ExportedForm } from '#contract/exchange.ts';
import type { FormExportRequest } from '#contract/form-language.ts';
import type { Job } from '#contract/job.ts';
import type { TokenImportRequest } from '#contract/token-rows.ts';

/** What goes between support and the integrator, as the API offers it. Source: `docs/reference/rules/exchange.md`. */
export interface Exchange {
  /** The page that the integrator fills in; its export is recorded. @throws CatalogueError `runbook.none`, `exchange.notBuilt` */
  exportForm(caseId: string, request: FormExportRequest, actor: string): Promise<ExportedForm>;
  /**
   * A job whose result is an AnswerImportResult. Everything is checked before anything is recorded; a file that was
   * imported before changes nothing, and one whose import was cut off is completed.
   */
  importAnswer(caseId: string, request: AnswerImportRequest, actor: string): Promise<Job>;
  /**
   * A job whose result is a TokenImportResult. Of a filled-in form, its token list is imported and nothing else; what
   * else it holds is said. Any other list goes to the imports of tokens.
   */
  importTokens(caseId: string, request: TokenImportRequest, actor: string): Promise<Job>;
}
