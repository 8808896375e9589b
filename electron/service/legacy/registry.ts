import { type SecretForms, secretForms } from '#base/secret-forms.ts';
import type { Rule, RuleType } from '#contract/legacy.ts';
import type { Client } from '#service/core/context.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { allRules } from '#service/store/rules.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import { readCutOver, readProfile } from './profile-fact.ts';
import { toRule } from './rule.ts';

/** What every event and every alert needs to know, kept in memory. */
interface Setup {
  /** Whether any rule fires at all: most events need no further look where none does. */
  readonly fires: boolean;
  /** Rules that fire for an event of the company, or of none; none at all after cutover. In the order of creation. */
  listening(type: RuleType, companyId: string | undefined): readonly Rule[];
  readonly authHeader: string | undefined;
  /** The auth header, as it may come back. */
  readonly secrets: SecretForms;
}

export interface Registry {
  read(reader: Reader): Promise<Setup>;
  /** What was read is out of date. */
  forget(): void;
  /** Call it in the unit of work that changes rules, profile or cutover: it sees its change, others once it is committed. */
  forgetIn(tx: Tx): void;
}

export const createRegistry = (context: ServiceContext, client: Client): Registry => {
  let setup: Setup | undefined;
  const changing = new WeakSet<Reader>();
  return {
    async read(reader) {
      if (changing.has(reader)) return readSetup(context, client, reader);
      if (setup !== undefined) return setup;
      const read = await readSetup(context, client, reader);
      // Only units of work that write take turns: a read may see a state that has changed since.
      if ('afterCommit' in reader) setup = read;
      return read;
    },
    forget() {
      setup = undefined;
    },
    forgetIn(tx) {
      changing.add(tx);
      tx.afterCommit(() => {
        setup = undefined;
      });
    },
  };
};

const readSetup = async (context: ServiceContext, client: Client, reader: Reader): Promise<Setup> => {
  const { alertAuthHeader } = await readProfile(context, client, reader);
  const firing = (await readCutOver(reader)) === null ? (await allRules(reader)).map(toRule) : [];
  return {
    fires: firing.length > 0,
    listening: lookUp(firing),
    authHeader: alertAuthHeader,
    secrets: secretForms([alertAuthHeader ?? '']),
  };
};

const anyCompany = '';
const lookUp = (rules: readonly Rule[]): Setup['listening'] => {
  const byKey = new Map<string, { order: number; rule: Rule }[]>();
  for (const [order, rule] of rules.entries()) {
    const key = `${rule.type}\n${rule.companyId ?? anyCompany}`;
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [{ order, rule }]);
    else same.push({ order, rule });
  }
  const of = (type: RuleType, companyId: string) => byKey.get(`${type}\n${companyId}`) ?? [];
  return (type, companyId) =>
    [...of(type, anyCompany), ...(companyId === undefined ? [] : of(type, companyId))]
      .sort((a, b) => a.order - b.order)
      .map(({ rule }) => rule);
};
