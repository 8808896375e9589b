import { mask } from '#base/sealing.ts';
import { invalid } from '#contract/errors.ts';
import type { DetailField, DetailOnRecord } from '#contract/runbook.ts';
import type { RunbookState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type Acting, type RunbookParts, runbookOf } from './acting.ts';
import { checklistMarkdown } from './checklist.ts';
import { checkDetails, detailSecret } from './form.ts';
import type { SupplyStep } from './runbooks.ts';

/** Step 1. What is secret of the details is sealed with the case, and never in its chain. */
export const createSupplyStep = (
  { fingerprint }: DeskContext,
  { cases }: RunbookParts,
  { act }: Acting,
): SupplyStep => {
  const onRecord = ({ name, secret }: DetailField, value: string): DetailOnRecord =>
    secret ? { name, masked: mask(value), fingerprint: fingerprint(`${name} ${value}`) } : { name, value };

  const isNew = ({ details }: RunbookState, { name, value, fingerprint: print }: DetailOnRecord): boolean => {
    const known = details.get(name);
    return known === undefined || known.value !== value || known.fingerprint !== print;
  };

  return {
    async supply(caseId, { fields, revision }, actor, given) {
      const { form } = runbookOf(await cases.state(caseId));
      const { values, removed } = checkDetails(form.fields, fields);
      if (values.length + removed.length === 0) throw nothingSupplied;
      const supplied = values.map(([field, value]) => onRecord(field, value));
      const secrets = [
        ...values.flatMap(([{ name, secret }, value]) =>
          secret ? [{ name: detailSecret(name), value }] : [],
        ),
        ...removed.map((name) => ({ name: detailSecret(name), value: undefined })),
      ];
      const by = given === undefined ? {} : { given };
      return act(
        caseId,
        actor,
        (_state, runbook) => {
          const changed = supplied.filter((detail) => isNew(runbook, detail));
          const gone = removed.filter((name) => runbook.details.has(name));
          if (changed.length + gone.length === 0) return [];
          return [{ kind: 'runbook.detailsSupplied', content: { fields: changed, removed: gone, ...by } }];
        },
        { secrets, revision },
      );
    },
    async reveal(caseId, actor) {
      const { details, form } = runbookOf(await cases.state(caseId));
      const fields: Record<string, string> = {};
      const shown: string[] = [];
      for (const { name, secret } of form.fields) {
        const value = secret ? await cases.secret(caseId, detailSecret(name)) : details.get(name)?.value;
        if (value === undefined) continue;
        fields[name] = value;
        if (secret) shown.push(name);
      }
      if (shown.length > 0) {
        await cases.act(caseId, actor, { kind: 'runbook.detailsRevealed', content: { names: shown } });
      }
      return { fields };
    },
    async checklist(caseId) {
      const state = await cases.state(caseId);
      return checklistMarkdown(state, runbookOf(state));
    },
  };
};

const nothingSupplied = invalid({
  itemId: 'fields',
  message: 'fields is empty. Give at least one detail.',
  validatorName: 'minProperties',
});
