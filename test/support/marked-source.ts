import { inspect, prepareInspection } from '#desk/eligibility/source/inspect.ts';

const mark = /«([a-z-]+)(\??)»/g;

/** What code marked with `«kind»` (`«kind?»` for a weak one) at the ends of its lines must give. */
export const markedIn = (code: string): string[] =>
  code
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(mark)].map(([, kind, weak]) => `${kind}${weak} ${index + 1}`))
    .sort();

/** What is found in the code without the marks. */
export const foundIn = async (path: string, code: string): Promise<string[]> => {
  await prepareInspection();
  return inspect(path, code.replace(mark, ''))
    .findings.map(({ kind, weak, line }) => `${kind}${weak ? '?' : ''} ${line}`)
    .sort();
};
