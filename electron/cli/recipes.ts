import { resolve } from 'node:path';
import { Command } from 'commander';
import type { EmailRecipes } from '#contract/eligibility.ts';
import { casePath } from './find-case.ts';
import { onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printDocument, printJson } from './output.ts';

interface Options extends CommonOptions {
  readonly rules?: string;
}

/** `carryover recipes`: rules with emails, rebuilt in an automation tool. */
export const recipesCommand = (): Command => {
  const command = new Command('recipes')
    .description('Print recipes that rebuild email rules in an automation tool')
    .argument('<case>')
    .option('--rules <file>', "file with the response of GET /rules (default: from the case's target)")
    .action(
      onCase(async ({ desk, found }, options: Options) => {
        const { rules } = options;
        const query = rules === undefined ? '' : `?rulesFile=${encodeURIComponent(resolve(rules))}`;
        const recipes = await desk.get<EmailRecipes>(casePath(found, `/recipes${query}`));
        if (options.json) return printJson(recipes);
        printDocument(recipes.markdown);
      }),
    );
  return withExamples(withJson(withData(command)), [
    'recipes acme > recipes.md',
    'Trigger, filter and email of each rule, as Markdown.',
  ]);
};
