import { errorCatalogue } from '#contract/errors.ts';
import { code, pageOf, plain, table } from './markdown.ts';

const introduction = `Every error of the public API, the desk's API and the command line. \`detailedErrorCode\` never changes; text may. \`{name}\` is filled in. [The shape of an error](rules/api.md#errors).`;

/** The error catalogue, by area and code. */
export const errorsPage = (): string => {
  const areas = Object.entries(
    Object.groupBy(Object.entries(errorCatalogue), ([name]) => name.split('.')[0] as string),
  );
  const byName = areas.sort(([a], [b]) => (a < b ? -1 : 1));
  return pageOf(
    'Errors',
    introduction,
    ...byName.flatMap(([area, entries = []]) => [
      `## ${area}`,
      table(
        ['name', 'status', 'code', 'retry', 'text'],
        entries.map(([name, { statusCode, detailedErrorCode, canBeRetried, text }]) => [
          `<a id="${detailedErrorCode}"></a>${code(name)}`,
          String(statusCode),
          String(detailedErrorCode),
          canBeRetried,
          plain(text),
        ]),
      ),
    ]),
  );
};
