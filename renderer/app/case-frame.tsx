import { IconBriefcaseOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Outlet, useParams } from 'react-router';
import type { CaseView } from '#contract/case.ts';
import { CaseHeader } from '#renderer/features/cases/case-header.tsx';
import { CaseMenu } from '#renderer/features/cases/case-menu.tsx';
import { DamagedCase } from '#renderer/features/cases/damaged-case.tsx';
import { isDamaged } from '#renderer/features/cases/export-sound.tsx';
import { NextSteps } from '#renderer/features/cases/next-steps.tsx';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { noteVisit } from '#renderer/lib/case-shortcuts.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useKeptScroll } from '#renderer/lib/use-kept-scroll.ts';
import { Found } from '#renderer/ui/found.tsx';
import { NeedsRole } from '#renderer/ui/needs-role.tsx';
import { TitleContext } from '#renderer/ui/page.tsx';
import { TabLinks } from '#renderer/ui/tab-links.tsx';
import classes from './case-frame.module.css';

const tabs = [
  { path: '', label: 'Overview' },
  { path: 'eligibility', label: 'Eligibility', part: 'webhooks' },
  { path: 'cutover', label: 'Cutover', part: 'webhooks' },
  { path: 'headers', label: 'Endpoints', part: 'webhooks' },
  { path: 'tokens', label: 'Tokens', part: 'tokens' },
  { path: 'managed', label: 'Managed', part: 'tokens' },
  { path: 'mails', label: 'Mails' },
  { path: 'reports', label: 'Reports' },
  { path: 'timeline', label: 'Timeline' },
] as const;

/** Around every screen of a case: its header and tabs, which stay in sight while a screen scrolls. */
export const CaseFrame = () => {
  const { caseId = '' } = useParams();
  const query = useApiQuery<CaseView>([...keys.cases.of(caseId), 'view'], `/api/cases/${caseId}`);
  const isThere = query.data !== undefined;
  useEffect(() => {
    if (isThere) noteVisit(caseId);
  }, [caseId, isThere]);
  if (query.data === undefined && isDamaged(query.error)) {
    return <DamagedCase caseId={caseId} error={query.error} />;
  }
  return (
    <Found
      query={query}
      title="Case"
      icon={<IconBriefcaseOff aria-hidden />}
      missing="It was deleted or is on another machine. Ask a colleague to export it, then open the file here."
      list="/"
    >
      {(found) => (
        <NeedsRole needs="engineer" place={{ kind: 'case', id: found.id, targetId: found.targetId }}>
          <div className={classes.frame}>
            <CaseHeader found={found} />
            <CaseTabs found={found} />
            <Screen found={found} />
          </div>
        </NeedsRole>
      )}
    </Found>
  );
};

const Screen = ({ found }: { found: CaseView }) => {
  const scroller = useRef<HTMLDivElement>(null);
  useKeptScroll(scroller, 'case');
  return (
    <div ref={scroller} className={classes.screen}>
      <TitleContext value={found.name}>
        <Outlet context={found} />
      </TitleContext>
    </div>
  );
};

const CaseTabs = ({ found }: { found: CaseView }) => {
  const base = `/cases/${found.id}`;
  const shown = tabs.filter((tab) => !('part' in tab) || found.parts.includes(tab.part));
  return (
    <div className={classes.tabs}>
      <TabLinks
        label="Parts of the case"
        tabs={shown.map(({ path, label }) => ({
          to: path ? `${base}/${path}` : base,
          label,
          end: path === '',
        }))}
      />
      <div className={classes.end}>
        <NextSteps found={found} />
        <CaseMenu found={found} />
      </div>
    </div>
  );
};
