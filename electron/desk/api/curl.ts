import type { AttemptRequest } from '#contract/attempt-check.ts';

/** A request as a curl command for a POSIX shell. */
export const curlOf = ({ url, headers, body }: AttemptRequest): string =>
  [
    `curl --request POST ${quoted(url)}`,
    // Brackets in an address are meant as they are.
    '--globoff',
    // curl takes "Name:" as an order to leave a header out, and "Name;" for one without a value.
    ...headers.map(
      ({ name, value }) => `--header ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');

/** Within single quotes nothing has a meaning but the quote that ends them. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
