import { Title } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CaseView } from '#contract/case.ts';
import { verdictLabel } from '#contract/verdict-labels.ts';
import { stateTones, verdictTones } from '#renderer/lib/case-tones.ts';
import { partyLabels, stateLabels } from '#renderer/lib/labels.ts';
import { useTarget } from '#renderer/lib/lists.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import classes from './case-header.module.css';
import { HeldBadge } from './keeping/held-badge.tsx';
import { PresentPeople } from './present-people.tsx';
import { SampleGuide } from './sample-guide.tsx';

/** Name, verdict and facts of a case, over every screen of it. */
export const CaseHeader = ({ found }: { found: CaseView }) => (
  <PageHeader
    back={{ to: '/', label: 'Back to cases' }}
    facts={<Facts found={found} />}
    end={
      <>
        <PresentPeople caseId={found.id} />
        <SampleGuide found={found} />
      </>
    }
    continues
  >
    <Title order={1} className={classes.name} title={found.name}>
      {found.name}
    </Title>
    <Verdict found={found} />
    <HeldBadge caseId={found.id} />
  </PageHeader>
);

const Verdict = ({ found: { state, verdict, cutOver, damaged } }: { found: CaseView }) => {
  if (damaged) return <StatusBadge tone="bad">Audit chain unreadable</StatusBadge>;
  if (state !== 'open') return <StatusBadge tone={stateTones[state]}>{stateLabels[state]}</StatusBadge>;
  return (
    verdict && (
      <StatusBadge
        tone={verdictTones[verdict]}
        icon={verdict === 'blocked' ? IconBan : undefined}
        title={cutOver === undefined ? 'Eligibility for webhook migration' : 'Webhook migration'}
      >
        {verdictLabel(verdict, cutOver)}
      </StatusBadge>
    )
  );
};

const Facts = ({ found: { name, integrator, state, next, targetId } }: { found: CaseView }) => {
  const target = useTarget(targetId);
  return (
    <dl className={classes.facts}>
      {integrator !== name && <Fact name="Integrator">{integrator}</Fact>}
      {state === 'open' && next && <Fact name="Waiting on">{partyLabels[next.responsible]}</Fact>}
      {state === 'open' && next?.due !== undefined && (
        <Fact name="Due">
          <Instant at={next.due} />
        </Fact>
      )}
      {target && <Fact name="Target">{target.name}</Fact>}
    </dl>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
