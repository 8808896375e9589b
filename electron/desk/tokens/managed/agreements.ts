import { parseInstant, systemTime, toIso } from '#base/clock.ts';
import { invalid } from '#contract/errors.ts';
import { formatList } from '#contract/format.ts';
import { type Agreement, bothParties, type RunbookEvidence, type SignOffRequest } from '#contract/runbook.ts';
import type { AgreementRecord } from '#desk/cases/state.ts';
import type { Finding } from './finding.ts';

/** Agreements and sign-offs, as requested and as recorded. */

type Request = Pick<SignOffRequest, 'party' | 'name' | 'at' | 'attachmentId' | 'quote'>;

/**
 * A record of an agreement or sign-off.
 * @throws CatalogueError `request.invalid` without evidence, or for the future
 */
export const agreementOf = ({ party, name, attachmentId, quote, ...request }: Request): Agreement => {
  if (attachmentId === undefined && quote === undefined) {
    throw invalid({
      itemId: 'quote',
      message: 'An agreement needs evidence: its attachment (attachmentId) or the quoted message (quote).',
      validatorName: 'required',
    });
  }
  return {
    party,
    name,
    at: saidAt(request.at) ?? toIso(systemTime.now()),
    ...(attachmentId === undefined ? {} : { attachmentId }),
    ...(quote === undefined ? {} : { quote }),
  };
};

/** The time of a statement. @throws CatalogueError `request.invalid` for the future */
export const saidAt = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const at = parseInstant(text, 'at');
  if (at > systemTime.now()) throw refused('must not be in the future.');
  return toIso(at);
};

const minuteMs = 60_000;

/**
 * Refuses an agreement from before what it is about, to the minute, as instants are often given so.
 * @param given as the request has it
 * @param since when that was recorded
 * @throws CatalogueError `request.invalid`
 */
export const refuseBefore = (given: string | undefined, since: string, what: string): void => {
  if (given === undefined) return;
  const earliest = Math.floor(parseInstant(since, 'at') / minuteMs) * minuteMs;
  if (parseInstant(given, 'at') < earliest) throw refused(`must not be before ${what}, at ${since}.`);
};

const refused = (problem: string) => invalid({ itemId: 'at', message: `at ${problem}`, validatorName: 'at' });

/** The parties that have not agreed. */
export const partiesLacking = (agreements: readonly Pick<Agreement, 'party'>[]): string[] =>
  bothParties.filter((party) => !agreements.some((one) => one.party === party));

export const agreementEvidence = (
  { party, name, at, attachmentId, quote }: AgreementRecord,
  what: string,
): RunbookEvidence => ({
  text: `${what} by ${name} (${party})${quote === undefined ? '' : `: ${quote}`}`,
  at,
  by: name,
  ...(attachmentId === undefined ? {} : { attachmentId }),
});

/** When the last agreement was recorded, and who agreed. */
export const lastAgreed = (agreements: readonly AgreementRecord[]): Pick<Finding, 'doneAt' | 'doneBy'> => {
  const counted = bothParties.flatMap((party) => agreements.findLast((one) => one.party === party) ?? []);
  return {
    doneAt: counted
      .map(({ recorded }) => recorded)
      .sort()
      .at(-1),
    doneBy: formatList(counted.map(({ name, party }) => `${name} (${party})`)),
  };
};

/** Without its place in the chain. */
export const asRecorded = <T extends AgreementRecord>({
  seq: _,
  actor: _actor,
  recorded: _at,
  ...agreement
}: T) => agreement;
