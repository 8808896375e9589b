import { detect } from '#desk/eligibility/source/detector/detector.ts';

const mark = /«([a-z-]+)(\??)»/g;

/** What code marked with `«kind»` (`«kind?»` for a weak one) at the ends of its lines must give. */
export const markedIn = (code: string): string[] =>
  code
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(mark)].map(([, kind, weak]) => `${kind}${weak} ${index + 1}`))
    .sort();

/** What the detector finds in the code without the marks. */
export const foundIn = (path: string, code: string): string[] =>
  detect(path, code.replace(mark, ''))
    .map(({ kind, weak, line }) => `${kind}${weak ? '?' : ''} ${line}`)
    .sort();
