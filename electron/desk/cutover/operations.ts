import { canonicalDigest } from '#base/canonical.ts';
import type { RollbackPreview } from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Needs } from '#desk/cases/four-eyes.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { authSourceOf } from './carry-out.ts';
import { type FrozenPlan, isDecided, planOf } from './on-target.ts';

/** What a second person is shown of a cutover, where a policy asks for one. */

/**
 * The frozen plan, as it is carried out.
 * @param portalAuthHeader a keyed mark of its value, where the plan carries it over
 * @throws CatalogueError `cutover.otherPlan` if another one was frozen meanwhile
 */
export const cutoverNeeds =
  ({ digest }: FrozenPlan, portalAuthHeader: string | undefined): Needs =>
  (state) => {
    const frozen = planOf(state);
    if (frozen?.digest !== digest || canonicalDigest(frozen.plan) !== digest)
      throw new CatalogueError('cutover.otherPlan', { digest: frozen?.digest ?? 'none' });
    const { plan } = frozen;
    return {
      kind: 'cutover.apply',
      plan: () => ({
        facts: [
          ['Integrator', plan.integrator],
          ['Client id', plan.clientId],
          ['Cutover plan', digest],
          ['Auth header from', authSourceOf(plan)],
          ['Portal header, keyed mark', portalAuthHeader],
        ],
        lists: [
          { label: 'Endpoints to create', lines: plan.endpoints.map(endpointLine) },
          { label: 'Rules that stop', lines: plan.snapshot.rules.map(({ id, type }) => `${id}: ${type}`) },
          {
            label: 'Not carried over',
            lines: plan.rules.flatMap(({ ruleId, dropped }) => dropped.map((what) => `${ruleId}: ${what}`)),
          },
        ],
      }),
    };
  };

/** A rollback as it was shown; one that was decided before is carried out with the approval of its decision. */
export const rollbackNeeds =
  ({ digest, endpoints, rules, headers, steps, request }: RollbackPreview, reason: string): Needs =>
  (state) =>
    isDecided(state)
      ? undefined
      : {
          kind: 'cutover.rollback',
          plan: () => ({
            facts: [
              ['Reason', reason],
              ['Preview', digest],
              ['Carried out by', request === undefined ? 'the desk' : 'the provider, by a request'],
            ],
            lists: [
              { label: 'Endpoints to disable', lines: endpoints.map(({ id, url }) => `${id}: ${url}`) },
              {
                label: 'Rules that fire again',
                lines: rules.map(({ ruleId, type }) => `${ruleId}: ${type}`),
              },
              { label: 'Headers of the profile again', lines: headers },
              { label: 'Steps that open again', lines: steps },
            ],
          }),
        };

const endpointLine = ({
  url,
  companyId,
  eventTypes,
  headers,
}: CaseState['plans'][number]['plan']['endpoints'][number]): string =>
  [
    url,
    companyId === undefined ? 'every company' : `company ${companyId}`,
    eventTypes.join(', '),
    `headers: ${headers.map(({ name, masked }) => `${name} (${masked})`).join(', ') || 'none'}`,
  ].join(' · ');
