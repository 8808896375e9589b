import type { AttemptRequest } from '#contract/attempt-check.ts';
import { shellQuoted } from '#contract/shell.ts';

/** A request as a curl command for a POSIX shell. */
export const curlOf = ({ url, headers, body }: AttemptRequest): string =>
  [
    `curl --request POST ${shellQuoted(url)}`,
    // Brackets in an address are meant as they are.
    '--globoff',
    // curl takes "Name:" as an order to leave a header out, and "Name;" for one without a value.
    ...headers.map(
      ({ name, value }) => `--header ${shellQuoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    `--data-raw ${shellQuoted(body)}`,
  ].join(' \\\n  ');
