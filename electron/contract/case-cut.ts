import type { CaseCut } from './case-file.ts';
import { formatCount } from './format.ts';

/** What is not in a case file that was cut, and why: one sentence a line. The same for the file's writer and its reader. */
export const cutLines = ({ after, of, why, missing }: CaseCut): string[] => [
  ...(why === undefined ? [] : [chainLine(after, of, why)]),
  ...missing.map(({ what }) => what),
];

const chainLine = (after: number, of: number, why: string): string => {
  if (after >= of) return `Cut after entry ${after}; later entries may have been removed. ${why}`;
  const gone = after + 1 === of ? `Entry ${of} is` : `Entries ${after + 1} to ${of} are`;
  return `Cut after entry ${after} of ${formatCount(of, 'entry', 'entries')}. ${gone} not in the file. ${why}`;
};
