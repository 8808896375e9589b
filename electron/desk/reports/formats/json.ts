import type { TextWriter } from '#desk/reports/reports.ts';

/** The document itself, by the schema `ReportDocument` of `contract/report.ts`. */
export const json: TextWriter = {
  extension: 'json',
  mediaType: 'application/json; charset=utf-8',
  write: (document) => `${JSON.stringify(document, undefined, 1).replace(acting, escaped)}\n`,
};

/** What a program that takes it for something else might act on. A parser reads the same text. */
const acting = /[<>&\u007f-\u009f\u00ad\u2028\u2029\p{Cf}]/gu;

/** By UTF-16 units, as JSON has it. */
const escaped = (sign: string): string =>
  Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at).toString(16).padStart(4, '0'))
    .map((unit) => `\\u${unit}`)
    .join('');
