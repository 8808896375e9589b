import { type Command, Option } from 'commander';
import { type MappingFormat, mappingFormats } from '#contract/mapping-formats.ts';
import { casePath } from './find-case.ts';
import { commandOnCase, onCase } from './on-case.ts';
import { type CommonOptions, integer, withData, withExamples, withJson } from './options.ts';
import { printDocument, printJson, remark } from './output.ts';
import { queryOf } from './query.ts';
import { fileOf, pointIn, replaceFile } from './save-document.ts';

interface Options extends CommonOptions {
  readonly format: MappingFormat;
  readonly out?: string;
  readonly at?: number;
}

/** `carryover tokens mapping`: the result of each row, for the integrator's database. */
export const tokensMappingCommand = (): Command => {
  const command = commandOnCase('mapping', 'Export row references with company, connection and status')
    .addOption(new Option('--format <format>', 'file format').choices([...mappingFormats]).default('csv'))
    .option('--out <file>', 'output file; - for stdout (default: named after the case)')
    .option('--at <entry>', 'state after this timeline entry (default: the last)', integer(1))
    .action(mapping);
  return withExamples(
    withJson(withData(command)),
    ['tokens mapping acme --out mapping.csv', 'Every row, also those that are not migrated.'],
    [
      'tokens mapping acme --format json --out -',
      'References exactly as imported, with the point of the chain.',
    ],
  );
};

const mapping = onCase(async ({ desk, found }, { format, out, at, json }: Options) => {
  const query = queryOf({ format, at });
  const { content, headers } = await desk.file(casePath(found, `/tokens/mapping?${query}`));
  const point = pointIn(headers);
  if (out === '-') return printDocument(content);
  const file = fileOf(out, headers, `mapping.${format}`);
  replaceFile(file, content);
  if (json) return printJson({ file, format, ...point });
  remark(`Wrote ${file}, as of entry ${point.seq}. The digest of the chain there is ${point.digest}.`);
});
