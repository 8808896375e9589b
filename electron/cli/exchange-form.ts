import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { ExportedForm } from '#contract/exchange.ts';
import { type Language, languages } from '#contract/languages.ts';
import { casePath } from './find-case.ts';
import { writeNewFile } from './new-file.ts';
import { commandOnCase, onCase } from './on-case.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printJson, remark } from './output.ts';

interface Options extends CommonOptions {
  readonly out?: string;
  readonly language?: Language;
}

/** `carryover exchange form`. */
export const exchangeFormCommand = (): Command => {
  const command = commandOnCase('form', 'Export the form that the integrator fills in, as one HTML file')
    .option('--out <file>', 'output file (default: named after the form)')
    .addOption(
      new Option('--language <code>', 'language of the form (default: of the last mail, or en)').choices(
        languages,
      ),
    )
    .action(
      onCase(async ({ desk, found }, { out, language, json }: Options) => {
        const form = await desk.post<ExportedForm>(casePath(found, '/exchange/forms'), { language });
        const { content, ...rest } = form;
        const file = resolve(out ?? form.fileName);
        writeNewFile(file, content);
        if (json) return printJson({ file, ...rest });
        remark(`Wrote ${file}. It works without a network; send it to the integrator in any way.`);
        remark(`SHA-256: ${form.digest}.`);
        remark(
          `Tell the integrator this fingerprint in another way, to compare it with the page's: ${form.fingerprint}.`,
        );
      }),
    );
  return withExamples(
    withJson(withData(command)),
    ['exchange form acme --out form.html', 'Its answers are sealed for this data folder.'],
    ['exchange form acme --out formular.html --language de', 'In German.'],
  );
};
