import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { AnswerImportResult } from '#contract/exchange.ts';
import type { Job } from '#contract/job.ts';
import { casePath, findCase } from './find-case.ts';
import { followJob } from './follow-job.ts';
import { formatAnswer } from './format/answer.ts';
import { withHost } from './host-access.ts';
import { commandOnCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withExitCodes, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';

interface Options extends CommonOptions {
  readonly dryRun?: true;
  readonly all?: true;
}

/** A script must notice that something of the file is not on record, or not in order. */
const notAll = 3;

/** `carryover exchange import`. */
export const exchangeImportCommand = (): Command => {
  const command = commandOnCase('import', 'Import a filled-in form; recorded as given by the integrator')
    .argument('<file>', 'sealed file that the form made (.age)')
    .option('--dry-run', 'check everything and record nothing')
    .option('--all', 'show all problems of the token list')
    .action((reference: string, file: string, options: Options) =>
      withHost(options.data, async ({ desk }) => {
        const found = await findCase(desk, reference);
        const request = { path: resolve(file), ...(options.dryRun ? { dryRun: true } : {}) };
        const job = await desk.post<Job>(casePath(found, '/exchange/answers'), request);
        const result = await followJob<AnswerImportResult>(desk, job, options.json ?? false, {
          title: 'Reading',
          done: 'Read',
          failed: 'Not imported',
          cancelled: 'Cancelled. What was recorded before stays; import the file again to complete it.',
        });
        if (isIncomplete(result)) process.exitCode = notAll;
        if (options.json) return printJson(result);
        print(formatAnswer(result, options.all ?? false));
        for (const one of result.remarks) remark(one);
      }),
    );
  withExitCodes(command, { 0: 'everything is on record', 3: 'a part waits, or some rows are invalid' });
  return withExamples(
    withJson(withData(command)),
    ['exchange import acme acme-2026-11-20.age --dry-run', 'Show what would be recorded.'],
    ['exchange import acme acme-2026-11-20.age', 'Again after an interruption: completes it.'],
  );
};

const isIncomplete = ({ parts, tokens }: AnswerImportResult): boolean =>
  parts.some(({ outcome }) => outcome === 'waiting') || (tokens?.invalid ?? 0) > 0;
