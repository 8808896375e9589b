import { PageQuery } from '#contract/common.ts';
import { Rule, RulePage, RuleRequest } from '#contract/legacy.ts';
import { type Resource, RulePath, routesOf } from './api.ts';
import { toPage } from './paging.ts';

const route = routesOf('Legacy rules');

/** Rules of the legacy webhook mechanism. Source: `docs/reference/rules/legacy.md#rules`. */
export const rules: Resource = (api, { legacy }) => {
  api.get(
    '/rules',
    route('List rules', { querystring: PageQuery, response: { 200: RulePage } }, [400]),
    async ({ url, query }) => toPage(url, query, await legacy.rules.list(query)),
  );
  api.post(
    '/rules',
    route('Create a rule', { body: RuleRequest, response: { 200: Rule } }, [404]),
    ({ body }) => legacy.rules.create(body),
  );
  api.get(
    '/rules/:ruleId',
    route('Show a rule', { params: RulePath, response: { 200: Rule } }, [404]),
    ({ params }) => legacy.rules.show(params.ruleId),
  );
};
