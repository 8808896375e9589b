import { CloseButton, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { setDismissed, useDismissal, useFirstMigration } from '#renderer/lib/first-migration.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import classes from '#renderer/ui/first-steps.module.css';
import { FirstSteps } from '#renderer/ui/first-steps.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

/** How far the first migration has come, until it is complete or put away; the palette brings it back. */
export const FirstMigration = () => {
  const first = useFirstMigration();
  const isDismissed = useDismissal();
  const [opened, { open, close }] = useDisclosure(false);
  useShortcuts('Home', [
    { label: 'Show first migration', inPalette: true, run: () => setDismissed(false), enabled: isDismissed },
  ]);
  const left = first.steps.filter(({ state }) => state === 'open');
  const [next] = left;
  if (first.caseId === undefined || first.isPending || isDismissed || next === undefined) return undefined;
  return (
    <section className={classes.strip} aria-label="First migration">
      <strong>First migration</strong>
      <span>
        {first.steps.length - left.length} of {first.steps.length} steps
      </span>
      <span className={classes.grow}>Next: {next.title}</span>
      <SmallButton onClick={open}>Show checklist</SmallButton>
      <CloseButton
        size="sm"
        aria-label="Hide first migration"
        title="Hide; Ctrl K brings it back"
        onClick={() => setDismissed(true)}
      />
      <Drawer opened={opened} onClose={close} title="First migration" position="right" size="lg">
        {first.error && <ErrorNotice title="Not all of it could be read" error={first.error} />}
        <FirstSteps steps={first.steps} caseId={first.caseId} onGo={close} />
      </Drawer>
    </section>
  );
};
