import { CompanyChoiceQuery, CompanyChoices } from '#contract/company.ts';
import { localTargetId } from '#contract/target.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Targets } from '#desk/targets/targets.ts';

const options = optionsFor('companies');

const shown = 50;

interface Page {
  readonly results: readonly { readonly id: string; readonly name: string }[];
  readonly totalResults: number;
}

/** Companies of the local service, to choose from where an event or an endpoint is of one. */
export const companyRoutes = (app: ApiApp, targets: Targets): void => {
  app.get(
    '/api/companies',
    options('Find companies of the local service by id or part of the name', answers(CompanyChoices), {
      querystring: CompanyChoiceQuery,
    }),
    async ({ query: { name = '', id } }) => {
      // A quote can't be given in a query: what is before it narrows down enough.
      const [text = ''] = name.trim().split('"');
      const conditions = [
        ...(text === '' ? [] : [`name~"${text}"`]),
        ...(id === undefined ? [] : [`id=${id}`]),
      ];
      const client = await targets.client(localTargetId);
      const { body } = await client.call<Page>({
        method: 'GET',
        path: '/companies',
        query: {
          pageSize: shown,
          orderBy: 'name',
          ...(conditions.length === 0 ? {} : { query: conditions.join('&&') }),
        },
      });
      return {
        results: body.results.map((one) => ({ id: one.id, name: one.name })),
        total: body.totalResults,
      };
    },
  );
};
