import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconMail, IconWebhook } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CutoverPlanView, PlannedRule } from '#contract/cutover.ts';
import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import { ruleOccasions } from '#renderer/features/cutover/cutover-labels.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { CompanyLabel } from './company-label.tsx';
import layout from './plan.module.css';
import { groupsOf, type PlanFilter, type PlanGroup } from './plan-groups.ts';

interface PlanTableProps {
  readonly plan: CutoverPlanView;
  readonly filter: PlanFilter;
  readonly local: boolean;
}

/** Legacy rules beside the endpoints that come of them: a table, so that it can be read aloud. */
export const PlanTable = ({ plan, filter, local }: PlanTableProps) => {
  const groups = groupsOf(plan, filter);
  if (groups.length === 0) {
    return (
      <div style={{ padding: 16 }}>
        <Empty
          icon={<IconWebhook aria-hidden />}
          title="No such rules"
          text="Choose All to see the others."
        />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard where there is no room
    <section className={layout.scroller} aria-label="Plan" tabIndex={0}>
      <table className={layout.diff} aria-label="Rules and endpoints">
        <colgroup>
          <col style={{ width: '40%' }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Today · legacy rules</th>
            <th scope="col">After cutover · endpoints</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <Group key={group.key} group={group} plan={plan} local={local} />
        ))}
      </table>
    </section>
  );
};

interface GroupProps {
  readonly group: PlanGroup;
  readonly plan: CutoverPlanView;
  readonly local: boolean;
}

const Group = ({ group: { endpoint, rules }, plan, local }: GroupProps) => (
  <tbody>
    <tr className={layout.group}>
      <th scope="rowgroup">
        <div className={layout.groupHead}>
          <Text component="span" size="sm" fw={600}>
            {formatCount(rules.length, 'rule')}
          </Text>
          <Text component="span" size="sm" c="dimmed">
            {endpoint === undefined ? (
              'No webhook'
            ) : endpoint.companyId === undefined ? (
              'All companies'
            ) : (
              <CompanyLabel companyId={endpoint.companyId} local={local} />
            )}
          </Text>
        </div>
      </th>
      <td>
        <div className={layout.groupHead}>
          {endpoint === undefined ? (
            <IconMail size={16} stroke={1.6} aria-hidden />
          ) : (
            <IconWebhook size={16} stroke={1.6} aria-hidden />
          )}
          <span className={layout.name}>
            {endpoint === undefined ? 'No endpoint: email recipe' : withoutScheme(endpoint.url)}
          </span>
          <Text component="span" size="sm" c="dimmed" className={layout.end}>
            {endpoint === undefined
              ? formatList([...new Set(rules.flatMap(({ emails }) => emails))], 1)
              : formatCount(endpoint.eventTypes.length, 'event type')}
          </Text>
        </div>
      </td>
    </tr>
    {rules.map((rule) => (
      <RuleRow key={rule.ruleId} rule={rule} plan={plan} isCarried={endpoint !== undefined} />
    ))}
  </tbody>
);

interface RuleRowProps {
  readonly rule: PlannedRule;
  readonly plan: CutoverPlanView;
  readonly isCarried: boolean;
}

const RuleRow = ({ rule, plan, isCarried }: RuleRowProps) => {
  const occasion = (ruleOccasions as Readonly<Record<string, string>>)[rule.type];
  const mails = rule.emails.length > 0 ? formatCount(rule.emails.length, 'email') : undefined;
  const about = [occasion, mails].filter((part) => part !== undefined);
  return (
    <tr>
      <td className={layout.removed}>
        <Side sign="−" said="Removed: ">
          <div className={layout.events}>
            <code>{rule.type}</code>
            <code className={layout.id} title={rule.ruleId}>
              {rule.ruleId.slice(-4)}
            </code>
          </div>
          <div className={layout.note}>{about.join(' · ')}</div>
        </Side>
      </td>
      <td className={isCarried ? layout.added : undefined}>
        <Side sign={isCarried ? '+' : ''} said={isCarried ? 'Added: ' : 'Not carried over: '}>
          <div className={layout.events}>
            {!isCarried && (
              <Text component="span" size="sm" c="dimmed" lh="18px">
                Trigger
              </Text>
            )}
            <EventTypes eventTypes={rule.eventTypes} />
          </div>
          <Losses rule={rule} plan={plan} />
        </Side>
      </td>
    </tr>
  );
};

const shownTypes = 6;

/** A push rule alone becomes two of each data type. */
const EventTypes = ({ eventTypes }: { readonly eventTypes: readonly string[] }) => {
  const [all, setAll] = useState(false);
  const more = eventTypes.length - shownTypes;
  return (
    <>
      {(all ? eventTypes : eventTypes.slice(0, shownTypes)).map((eventType) => (
        <code key={eventType}>{eventType}</code>
      ))}
      {more > 0 && (
        <Anchor component="button" type="button" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${formatNumber(more)} more`}
        </Anchor>
      )}
    </>
  );
};

const Side = (props: { readonly sign: string; readonly said: string; readonly children: ReactNode }) => (
  <div className={layout.side}>
    <span className={layout.sign} aria-hidden>
      {props.sign}
    </span>
    <div className={layout.text}>
      <VisuallyHidden>{props.said}</VisuallyHidden>
      {props.children}
    </div>
  </div>
);

const Losses = ({ rule, plan }: { readonly rule: PlannedRule; readonly plan: CutoverPlanView }) => (
  <>
    {rule.conditionsLost.map(({ condition, check }) => (
      <Loss key={condition} task="filter-read-completed" plan={plan}>
        Condition lost: <Worded text={lossOf(condition, check)} />
      </Loss>
    ))}
    {rule.emails.length > 0 && (
      <Loss task="rebuild-emails" plan={plan}>
        Emails are not carried over. Rebuild them as an automation.
      </Loss>
    )}
  </>
);

/** Two sentences of the desk as one line: `sent only for … Check that …` */
const lossOf = (condition: string, check: string): string =>
  `${condition.charAt(0).toLowerCase()}${condition.slice(1)} Check that ${check}`;

interface LossProps {
  readonly task: string;
  readonly plan: CutoverPlanView;
  readonly children: ReactNode;
}

/** What a rule loses, and the task that makes up for it. */
const Loss = ({ task, plan, children }: LossProps) => {
  const [, setState] = useUrlState(['task']);
  const at = plan.tasks.findIndex(({ id }) => id === task);
  return (
    <div className={layout.lost}>
      <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
      <span>{children}</span>
      {at >= 0 && (
        <button type="button" className={layout.toTask} onClick={() => setState({ task })}>
          Task {at + 1}
          <VisuallyHidden>: {plan.tasks[at]?.title}</VisuallyHidden>
        </button>
      )}
    </div>
  );
};
