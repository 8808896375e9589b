import { Command, Option } from 'commander';
import { importFormats, type TokenTemplate } from '#contract/token-rows.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printDocument, printJson } from './output.ts';

interface Options extends CommonOptions {
  readonly format: string;
}

/** `carryover tokens template`: a file to fill in. */
export const tokenTemplateCommand = (): Command => {
  const command = new Command('template')
    .description('Print a template with the columns and an example row')
    .argument('<platformKey>', 'platform, such as gbol (see GET /integrations)')
    .addOption(new Option('--format <format>', 'file format').choices(importFormats).default('csv'))
    .action((platformKey: string, options: Options) =>
      withHost(options.data, async ({ desk }) => {
        const path = `/api/tokens/templates/${encodeURIComponent(platformKey)}?format=${options.format}`;
        const template = await desk.get<TokenTemplate>(path);
        if (options.json) return printJson(template);
        printDocument(template.content);
      }),
    );
  return withExamples(withJson(withData(command)), [
    'tokens template gbol > customers.csv',
    'Template for Xero tokens.',
  ]);
};
