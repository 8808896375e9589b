import { type AlertsPath, alertsPathIn, UNKNOWN } from './alerts-path.ts';
import type { Use } from './finding.ts';
import { type Folded, fold, type Known } from './folding.ts';
import { whyNotCalled } from './routes.ts';
import { type Call, callAround, type Source } from './source.ts';
import type { Token } from './tokens.ts';

interface Candidate {
  readonly value: Folded;
  readonly path: AlertsPath;
  readonly start: number;
  readonly end: number;
  readonly assigned: string | undefined;
}

/** Calls of the three alerts endpoints by their path, also when it is put together; `domain.md` section 3. */
export const alertsCalls = (source: Source): Use[] => {
  const literals = source.tokens.filter(({ kind, text }) => kind === 'str' && /rules|alerts/.test(text));
  if (
    !literals.some(({ text }) => text.includes('rules')) ||
    !literals.some(({ text }) => text.includes('alerts'))
  )
    return [];
  const constants = collectConstants(source);
  const candidates: Candidate[] = [];
  fold(source, constants, {
    seen: (value, { start, end, assigned }) => {
      const path = alertsPathIn(value.text);
      if (path === undefined) return;
      // A use of a constant that already holds all of it: what sets it is reported.
      if (
        value.from.some(
          ({ name }) => name !== assigned && alertsPathIn(constants.get(name)?.text ?? '') !== undefined,
        )
      )
        return;
      candidates.push({ value, path, start, end, assigned });
    },
  });
  const rejected = new Set<number>();
  const uses: Use[] = [];
  for (const candidate of candidates) {
    const use = judge(source, candidate, rejected);
    if (use !== undefined) uses.push(use);
  }
  return uses.filter(({ at }) => !rejected.has(at));
};

/** Names that are set once in the whole file, wherever that is. */
const collectConstants = (source: Source): Map<string, Known> => {
  const constants = new Map<string, Known>();
  fold(source, constants, { seen: () => undefined });
  for (const [name, { times }] of constants) if (times > 1) constants.delete(name);
  return constants;
};

const judge = (source: Source, candidate: Candidate, rejected: Set<number>): Use | undefined => {
  const { tokens, evidence } = source;
  const { value, path, start } = candidate;
  const index = value.first >= 0 ? value.first : start;
  const last = value.last >= 0 ? value.last : start;
  const token = tokens[last] as Token;
  const call = callAround(source, index);
  const key = candidate.assigned ?? keyBefore(source, start);
  if (whyNotCalled(source, start, candidate.end, call, key) !== undefined) {
    rejected.add(token.start);
    return undefined;
  }
  if (path.method !== undefined && path.method !== 'GET') return undefined;
  if (key !== undefined && onlyServed(source, key, index)) return undefined;
  const score =
    evidence.near(token.line) * 0.6 + evidence.ofFunction(token.line) * 0.5 + evidence.ofFile() * 0.2;
  if (score < -2 || (!path.plain && score < 2)) return undefined;
  const clean = value.text.replaceAll(UNKNOWN, '').length > 0;
  return {
    kind: 'alerts-call',
    at: token.start,
    line: token.line,
    confidence: path.plain && clean && score > -1 ? 'high' : 'medium',
    why: explain(value, path, token.line),
  };
};

/** The name of the key or argument that a value stands after. */
const keyBefore = ({ tokens }: Source, start: number): string | undefined => {
  const mark = tokens[start - 1];
  if (mark?.kind !== 'op' || ![':', '=', '=>', ':='].includes(mark.text)) return undefined;
  return tokens[start - 2]?.kind === 'op' ? undefined : tokens[start - 2]?.text;
};

/** A constant that is used for nothing but the application's own routes or pages. */
const onlyServed = (source: Source, name: string, defined: number): boolean => {
  const { tokens } = source;
  let served = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.kind !== 'id' || token.text !== name || Math.abs(at - defined) < 4) continue;
    const call: Call | undefined = callAround(source, at);
    if (call === undefined || whyNotCalled(source, at, at + 1, call, undefined) === undefined) return false;
    served++;
    if (served > 50) break;
  }
  return served > 0;
};

const explain = (value: Folded, path: AlertsPath, line: number): string => {
  const names = [...new Map(value.from.map((part) => [part.name, part])).values()].filter(
    (part) => part.line !== line,
  );
  const parts = names.slice(0, 3).map(({ name, line: set }) => `${name.slice(0, 60)} on line ${set}`);
  if (parts.length > 0)
    return `The path ${path.shown} of the alerts, put together from ${parts.join(' and ')}.`;
  return value.own > 1
    ? `The path ${path.shown} of the alerts, put together from ${value.own} parts.`
    : `The path ${path.shown} of the alerts.`;
};
