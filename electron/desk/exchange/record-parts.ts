import type { AnsweredForm, AnswerPart } from '#contract/answered-form.ts';
import { formatCount, formatList } from '#contract/format.ts';
import type { TokenImportResult } from '#contract/token-rows.ts';
import type { FormAnswer } from '#desk/cases/state.ts';
import type { AnswerInHand, ExchangeParts } from './parts.ts';

type Outcome = Omit<AnsweredForm['parts'][number], 'part'>;

/** How a part of an answer comes on record. */
export interface PartRecorder {
  /** For the job. */
  readonly progress: string;
  /** What it puts on record, without a secret. */
  readonly ready: string;
  /** @param answered as the chain knows it. @throws CatalogueError, among them those for which a part waits */
  record(answered: FormAnswer | undefined): Promise<Outcome>;
}

interface TokensRecorder extends PartRecorder {
  /** Reads the list to its end and keeps nothing. @throws CatalogueError `tokens.…` */
  check(): Promise<TokenImportResult>;
  result(): TokenImportResult | undefined;
}

export type Recorders = { readonly [P in Exclude<AnswerPart, 'tokens'>]: PartRecorder | undefined } & {
  readonly tokens: TokensRecorder | undefined;
};

const recorded = (text: string): Outcome => ({ outcome: 'recorded', text });
const already = (text: string): Outcome => ({ outcome: 'already', text });

/** The parts that an answer has; undefined for those that were left out. */
export const createRecorders = (parts: ExchangeParts, hand: AnswerInHand): Recorders => {
  /** Of the list, once it was read. */
  const refs = new Set<string>();
  return {
    details: detailsOf(parts, hand),
    window: windowOf(parts, hand),
    callback: callbackOf(parts, hand),
    tokens: tokensOf(parts, hand, refs),
    syncing: syncingOf(parts, hand, refs),
  };
};

const detailsOf = ({ cases, runbooks }: ExchangeParts, hand: AnswerInHand): PartRecorder | undefined => {
  const { caseId, actor, answer, given } = hand;
  const names = Object.keys(answer.fields);
  if (names.length === 0) return undefined;
  return {
    progress: 'Recording details',
    ready: `Details: ${formatList(names)}.`,
    async record(answered) {
      const details = (await cases.state(caseId)).runbook?.details;
      // Whoever changed one after this file came knew better.
      const later = names.filter(
        (name) => (details?.get(name)?.seq ?? 0) > (answered?.seq ?? Number.MAX_SAFE_INTEGER),
      );
      const fields = Object.fromEntries(
        Object.entries(answer.fields).filter(([name]) => !later.includes(name)),
      );
      if (Object.keys(fields).length === 0) return already(`Changed on record since: ${formatList(later)}.`);
      await runbooks.supply(caseId, { fields }, actor, given);
      const kept =
        later.length === 0 ? '' : ` Not replaced, as changed on record since: ${formatList(later)}.`;
      return recorded(`Details: ${formatList(Object.keys(fields))}.${kept}`);
    },
  };
};

const windowOf = ({ runbooks, cases }: ExchangeParts, hand: AnswerInHand): PartRecorder | undefined => {
  const { caseId, actor, answer, given } = hand;
  const { window } = answer;
  if (window === undefined) return undefined;
  const agreement = {
    party: 'integrator',
    name: given.name,
    quote: `In the form, filled in ${answer.at}, file SHA-256 ${given.digest}`,
  } as const;
  if ('agreed' in window) {
    const text = `Agreement of ${given.name} to the migration window.`;
    return {
      progress: 'Recording the agreement',
      ready: text,
      async record() {
        await runbooks.agreeWindow(caseId, { ...agreement, windowId: window.agreed }, actor, given);
        return recorded(text);
      },
    };
  }
  const { start, end, zone } = window.proposed;
  const text = `Proposed migration window: ${start} to ${end} (${zone}).`;
  return {
    progress: 'Recording the proposed window',
    ready: text,
    async record(answered) {
      const current = (await cases.state(caseId)).runbook?.window;
      if (current !== undefined && answered !== undefined && current.seq > answered.seq) {
        return already('Another window was proposed since this file was received.');
      }
      await runbooks.proposeWindow(caseId, window.proposed, actor, { given, agreement });
      return recorded(text);
    },
  };
};

const callbackOf = ({ runbooks }: ExchangeParts, hand: AnswerInHand): PartRecorder | undefined => {
  const { caseId, actor, answer, given } = hand;
  const { callbackUrls } = answer;
  if (callbackUrls === undefined) return undefined;
  return {
    progress: 'Checking callback URLs',
    ready: 'Check of the callback URLs registered with the platform.',
    async record() {
      const { callbackCheck } = await runbooks.checkCallback(caseId, callbackUrls, actor, given);
      return recorded(
        `The callback URL is ${callbackCheck?.found ? '' : 'not '}in the list registered with the platform.`,
      );
    },
  };
};

const tokensOf = (
  { imports, runbooks }: ExchangeParts,
  hand: AnswerInHand,
  refs: Set<string>,
): TokensRecorder | undefined => {
  const { caseId, actor, answer, given, from, digest, job, only } = hand;
  const { tokens } = answer;
  if (tokens === undefined) return undefined;
  let result: TokenImportResult | undefined;
  const take = async (dryRun: boolean): Promise<TokenImportResult> => {
    const { platformKey } = await runbooks.show(caseId);
    const { name = tokens.name, ...reading } = only ?? {};
    const request = { platformKey, ...reading, dryRun };
    const see = (ref: string) => refs.add(ref);
    const list = { ...tokens, name, from, sealedDigest: digest, request, given, see };
    return imports.take(caseId, list, actor, job);
  };
  return {
    progress: 'Importing the token list',
    ready: `Token list ${tokens.name}: ${formatCount(tokens.rows, 'row')}.`,
    check: () => take(true),
    result: () => result,
    async record() {
      result = await take(false);
      const { name, ready, invalid } = result;
      return recorded(
        `Token list ${name}: ${formatCount(ready, 'row')} ready${invalid === 0 ? '' : `, ${invalid} invalid`}.`,
      );
    },
  };
};

const syncingOf = (
  { runbooks }: ExchangeParts,
  hand: AnswerInHand,
  listed: ReadonlySet<string>,
): PartRecorder | undefined => {
  const { caseId, actor, answer, given } = hand;
  const { syncing } = answer;
  if (syncing === undefined) return undefined;
  const all = (): string[] => [...new Set([...syncing.refs, ...(syncing.list ? listed : [])])];
  return {
    progress: 'Recording confirmations',
    ready: `Disabled syncing: ${formatList([
      ...(syncing.refs.length === 0 ? [] : [formatCount(syncing.refs.length, 'company', 'companies')]),
      ...(syncing.list ? ['every company of the token list'] : []),
    ])}.`,
    async record() {
      const refs = all();
      if (refs.length === 0) return already('No company is named.');
      const request = { refs, by: given.name, quote: `In the form, file SHA-256 ${given.digest}` };
      const {
        confirmed,
        already: before,
        unknownCount,
      } = await runbooks.confirmSyncing(caseId, request, actor, given);
      const text = [
        `Disabled syncing confirmed for ${formatCount(confirmed, 'company', 'companies')}`,
        ...(before === 0 ? [] : [`${before} confirmed before`]),
        ...(unknownCount === 0 ? [] : [`${unknownCount} not found in this case`]),
      ].join(', ');
      return confirmed === 0 ? already(`${text}.`) : recorded(`${text}.`);
    },
  };
};
