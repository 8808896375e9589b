import { Command } from 'commander';
import type { PlatformRoute, RevealedDetails, RunbookView } from '#contract/runbook.ts';
import { casePath, findCase } from './find-case.ts';
import { formatDetails } from './format/runbook.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withExamples } from './options.ts';
import { print, printJson } from './output.ts';

/** `carryover runbook checklist`. */
export const checklistCommand = (): Command =>
  withExamples(
    new Command('checklist')
      .description('What is missing for step 1, as Markdown to send to the integrator')
      .argument('<case>')
      .action((reference: string, options: CommonOptions) =>
        withHost(options.data, async ({ desk }) => {
          const found = await findCase(desk, reference);
          const { content } = await desk.file(casePath(found, '/runbook/checklist.md'));
          const markdown = content.toString('utf8');
          if (options.json) return printJson({ markdown });
          print(markdown.trimEnd());
        }),
      ),
    ['runbook checklist acme > details.md', 'Each field with what it is, and an example.'],
  );

/** `carryover runbook details`. */
export const detailsCommand = (): Command =>
  withExamples(
    new Command('details')
      .description('Show the details that were supplied; secret ones masked')
      .argument('<case>')
      .option('--reveal', 'in the clear, as JSON; that they were shown is put on record')
      .action((reference: string, options: CommonOptions & { readonly reveal?: true }) =>
        withHost(options.data, async ({ desk }) => {
          const path = casePath(await findCase(desk, reference), '/runbook');
          if (options.reveal) {
            return printJson((await desk.post<RevealedDetails>(`${path}/details/reveal`)).fields);
          }
          const view = await desk.get<RunbookView>(path);
          if (options.json) return printJson(view.details);
          print(formatDetails(view));
        }),
      ),
    ['runbook details acme', 'What is there, and what is missing.'],
    ['runbook details acme --reveal', 'For whoever sets the application up at the service.'],
  );

/** `carryover runbook platform`. */
export const platformCommand = (): Command =>
  withExamples(
    new Command('platform')
      .description(
        "How a platform's connections can be migrated; what to agree on, where nothing is standard",
      )
      .argument('<platformKey>', 'four letters, such as vxvy')
      .action((platformKey: string, options: CommonOptions) =>
        withHost(options.data, async ({ desk }) => {
          const path = `/api/platforms/${encodeURIComponent(platformKey)}/migration`;
          if (options.json) return printJson(await desk.get<PlatformRoute>(path));
          print((await desk.file(`${path}.md`)).content.toString('utf8').trimEnd());
        }),
      ),
    ['runbook platform ltpp', 'A list to agree on with the solutions engineer.'],
  );
