import { lazy, Suspense } from 'react';
import { useHelpPanel } from '#renderer/lib/help.ts';

const HelpPanel = lazy(() => import('#renderer/features/help/help-panel.tsx'));

/** Help beside the screen; its code and pages are loaded when it is first opened. */
export const HelpBeside = () => {
  const topic = useHelpPanel();
  return topic === undefined ? undefined : (
    <Suspense>
      <HelpPanel topic={topic} />
    </Suspense>
  );
};
