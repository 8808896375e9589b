import { PageQuery } from '#contract/common.ts';
import { Alert, AlertPage } from '#contract/legacy.ts';
import { AlertPath, type Resource, RulePath, routesOf } from './api.ts';
import { toPage } from './paging.ts';

const route = routesOf('Legacy alerts', { deprecated: true });

/** The deprecated alerts endpoints; they answer 404 after a cutover. Source: `docs/reference/rules/legacy.md#alerts-endpoints`. */
export const alerts: Resource = (api, { legacy }) => {
  api.get(
    '/rules/alerts',
    route('List alerts', { querystring: PageQuery, response: { 200: AlertPage } }, [400, 404]),
    async ({ url, query }) => toPage(url, query, await legacy.alerts.list(query)),
  );
  api.get(
    '/rules/:ruleId/alerts',
    route(
      'List the alerts of a rule',
      { params: RulePath, querystring: PageQuery, response: { 200: AlertPage } },
      [400, 404],
    ),
    async ({ url, params, query }) =>
      toPage(url, query, await legacy.alerts.listOfRule(params.ruleId, query)),
  );
  api.get(
    '/rules/alerts/:alertId',
    route('Show an alert', { params: AlertPath, response: { 200: Alert } }, [404]),
    ({ params }) => legacy.alerts.show(params.alertId),
  );
};
