import { Command } from 'commander';
import type { PlatformRoute, RevealedDetails, RunbookView } from '#contract/runbook.ts';
import { casePath } from './find-case.ts';
import { formatDetails } from './format/runbook.ts';
import { withHost } from './host-access.ts';
import { commandOnCase, onCase } from './on-case.ts';
import { type CommonOptions, withExamples } from './options.ts';
import { print, printJson } from './output.ts';

/** `carryover runbook checklist`. */
export const checklistCommand = (): Command =>
  withExamples(
    commandOnCase('checklist', 'Print the details missing for step 1 (Markdown)').action(
      onCase(async ({ desk, found }, options: CommonOptions) => {
        const { content } = await desk.file(casePath(found, '/runbook/checklist.md'));
        const markdown = content.toString('utf8');
        if (options.json) return printJson({ markdown });
        print(markdown.trimEnd());
      }),
    ),
    ['runbook checklist acme > details.md', 'Fields with descriptions and examples.'],
  );

/** `carryover runbook details`. */
export const detailsCommand = (): Command =>
  withExamples(
    commandOnCase('details', 'Show supplied details, secrets masked')
      .option('--reveal', 'unmasked, as JSON; recorded')
      .action(
        onCase(async ({ desk, found }, options: CommonOptions & { readonly reveal?: true }) => {
          const path = casePath(found, '/runbook');
          if (options.reveal) {
            return printJson((await desk.post<RevealedDetails>(`${path}/details/reveal`)).fields);
          }
          const view = await desk.get<RunbookView>(path);
          if (options.json) return printJson(view.details);
          print(formatDetails(view));
        }),
      ),
    ['runbook details acme', 'Supplied and missing details.'],
    ['runbook details acme --reveal', 'Unmasked, to set up the application.'],
  );

/** `carryover runbook platform`. */
export const platformCommand = (): Command =>
  withExamples(
    new Command('platform')
      .description("Show how a platform's connections can be migrated")
      .argument('<platformKey>', 'platform, such as ltpp')
      .action((platformKey: string, options: CommonOptions) =>
        withHost(options.data, async ({ desk }) => {
          const path = `/api/platforms/${encodeURIComponent(platformKey)}/migration`;
          if (options.json) return printJson(await desk.get<PlatformRoute>(path));
          print((await desk.file(`${path}.md`)).content.toString('utf8').trimEnd());
        }),
      ),
    ['runbook platform ltpp', 'What to agree on for a platform without a standard process.'],
  );
