import { invalid } from '#contract/errors.ts';
import type { Snapshot } from '#contract/sandbox.ts';
import type { Client } from '#service/core/context.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { insertRules, type NewRule } from '#service/store/rules.ts';
import type { Legacy } from './legacy.ts';
import { checkAuthHeader } from './profile.ts';
import { readProfile, writeProfile } from './profile-fact.ts';
import type { Registry } from './registry.ts';
import { checkNotifiers } from './rule.ts';

type SnapshotRule = NonNullable<Snapshot['rules']>[number];

/** Writes the rules and the profile of a snapshot, without events. */
export const createSeed =
  (context: ServiceContext, client: Client, registry: Registry): Legacy['seed'] =>
  async (tx, snapshot, companyIds) => {
    const rules: Record<string, string> = {};
    const rows: NewRule[] = (snapshot.rules ?? []).map((rule, index) => {
      const id = context.ids.uuid();
      const row = toRow(rule, `rules.${index}`, companyIds);
      if (rule.id in rules) throw invalid(repeated(rule.id, `rules.${index}.id`));
      rules[rule.id] = id;
      return { ...row, id, createdAt: context.clock.now() };
    });
    await insertRules(tx, rows);
    if (snapshot.profile !== undefined) {
      checkAuthHeader(snapshot.profile.alertAuthHeader, 'profile.alertAuthHeader');
      const named = { ...client, ...snapshot.client };
      const profile = await readProfile(context, named, tx);
      await writeProfile(context, tx, { ...profile, ...snapshot.profile });
    }
    registry.forgetIn(tx);
    return { rules };
  };

const toRow = (
  { type, companyId, notifiers }: SnapshotRule,
  path: string,
  companyIds: Readonly<Record<string, string>>,
): Omit<NewRule, 'id' | 'createdAt'> => {
  checkNotifiers(notifiers, `${path}.notifiers`);
  const { emails = [], webhook } = notifiers;
  if (companyId === undefined) return { type, emails, webhook };
  const known = companyIds[companyId];
  if (known === undefined) throw invalid(unknownCompany(companyId, `${path}.companyId`));
  return { type, companyId: known, emails, webhook };
};

const repeated = (id: string, itemId: string) => ({
  itemId,
  message: `${itemId} repeats ${id}; each rule of a snapshot needs an id of its own.`,
  validatorName: 'unique',
});

const unknownCompany = (companyId: string, itemId: string) => ({
  itemId,
  message: `${itemId} names ${companyId}, which is not one of the snapshot's companies.`,
  validatorName: 'reference',
});
