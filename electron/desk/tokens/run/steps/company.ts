import type { Company, CompanyRequest } from '#contract/company.ts';
import { deskTag } from '#desk/tokens/run/desk-marker.ts';
import { askByRef, type KnownCompany } from '#desk/tokens/run/directory.ts';
import { failed } from '#desk/tokens/run/failing.ts';
import type { RowWork } from '#desk/tokens/run/row-work.ts';
import { companyPath, readNamed, type Step, type StepContext, writeOnce } from './step.ts';

/** The company: the given one, the one that carries the ref, or a new one. Source: `docs/reference/rules/tokens.md#existing-companies`. */
export const company: Step = async (context, work) => {
  const { row } = work;
  if (row.companyId !== undefined) return useGiven(work, row.companyId);
  const known = context.directory.find(row.ref);
  // What is found although it was not there when we began, after a call of ours, is ours.
  const { doubt, company_id, company_origin } = work.progress();
  const isOurs = doubt === 1 || (company_origin === 'created' && company_id === known?.id);
  if (known !== undefined) return use(work, known, isOurs ? 'created' : 'found');
  if (context.directory.isDoubtful(row.ref)) work.change({ doubt: 1 });
  try {
    await create(context, work);
  } catch (error) {
    if (work.progress().doubt === 1) context.directory.doubt(row.ref);
    throw error;
  }
};

const useGiven = async (work: RowWork, companyId: string): Promise<void> => {
  const missing = `The target has no company ${companyId}, which the row names.`;
  refuseOther(work, await readNamed<Company>(work, 'company', companyPath(companyId), missing));
  work.change({
    company_id: companyId.toLowerCase(),
    company_origin: 'given',
    step: 'connection',
    doubt: 0,
  });
};

/** The row and the company must not contradict each other. @throws RowFailed */
const refuseOther = ({ row }: RowWork, { id, name, tags }: Company): void => {
  const { migrationRef } = tags ?? {};
  const contradiction =
    migrationRef !== undefined && migrationRef !== row.ref
      ? `carries the migrationRef "${migrationRef}", and the row is "${row.ref}". Nothing was sent to it. Correct the companyId or the ref`
      : row.isNamed && !isSameName(name, row.name)
        ? `is called "${name}", and the row says "${row.name}". Nothing was sent to it. If it is the right one, leave the name out, or give it as the target has it`
        : undefined;
  if (contradiction === undefined) return;
  throw failed('does-not-fit', 'company', `Company ${id}, which the row names, ${contradiction}.`);
};

const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** @throws RowFailed if it is called something else: tokens must not get into another company. */
const use = (work: RowWork, known: KnownCompany, origin: 'found' | 'created'): void => {
  const { ref, name } = work.row;
  if (!isSameName(known.name, name)) {
    throw failed(
      'does-not-fit',
      'company',
      `The target has a company ${known.id} with the migrationRef "${ref}", but it is called "${known.name}", not "${name}". Nothing was sent to it. If it is the same company, import the row with its companyId, and without a name.`,
    );
  }
  work.change({ company_id: known.id, company_origin: origin, step: 'connection', doubt: 0 });
};

const create = (context: StepContext, work: RowWork): Promise<void> => {
  const { ref, name, description } = work.row;
  const body: CompanyRequest = {
    name,
    ...(description === undefined ? {} : { description }),
    tags: { migrationRef: ref, [deskTag]: context.plan.marker },
  };
  return writeOnce<Company>(context, work, {
    step: 'company',
    async find() {
      const [oldest] = await askByRef(async (query) => {
        const call = { method: 'GET', path: '/companies', query: { query, pageSize: 100 } } as const;
        return (await work.send<{ results: Company[] }>('company', call)).body.results;
      }, ref);
      if (oldest === undefined) return false;
      context.directory.add(ref, oldest);
      use(work, oldest, 'created');
      return true;
    },
    call: () => ({ method: 'POST', path: '/companies', body }),
    took({ body: { id, created } }) {
      const made = { id: id.toLowerCase(), name, created, connections: [] };
      context.directory.add(ref, made);
      work.change({ company_id: made.id, company_origin: 'created', step: 'connection' });
    },
  });
};
