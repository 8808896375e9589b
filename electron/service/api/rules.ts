import { PageQuery } from '#contract/common.ts';
import { Rule, RulePage, RuleRequest } from '#contract/legacy.ts';
import { type Resource, RulePath } from './api.ts';
import { toPage } from './paging.ts';

const tags = ['Legacy rules'];

/** Rules of the legacy webhook mechanism. Source: `docs/reference/rules/legacy.md#rules`. */
export const rules: Resource = (api, { legacy }) => {
  api.get(
    '/rules',
    {
      schema: { tags, summary: 'List rules', querystring: PageQuery, response: { 200: RulePage } },
      config: { errors: [400] },
    },
    async ({ url, query }) => toPage(url, query, await legacy.rules.list(query)),
  );
  api.post(
    '/rules',
    {
      schema: { tags, summary: 'Create a rule', body: RuleRequest, response: { 200: Rule } },
      config: { errors: [404] },
    },
    ({ body }) => legacy.rules.create(body),
  );
  api.get(
    '/rules/:ruleId',
    {
      schema: { tags, summary: 'Show a rule', params: RulePath, response: { 200: Rule } },
      config: { errors: [404] },
    },
    ({ params }) => legacy.rules.show(params.ruleId),
  );
};
