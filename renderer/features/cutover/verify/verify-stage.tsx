import { Stack } from '@mantine/core';
import { IconChecklist, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CaseView } from '#contract/case.ts';
import type { CutoverView } from '#contract/cutover.ts';
import type { CutoverCheck } from '#contract/eligibility.ts';
import { RollBack } from '#renderer/features/cutover/complete/roll-back.tsx';
import { cutoverKey, cutoverPath, useCheckCutover } from '#renderer/features/cutover/cutover-calls.ts';
import { isReached, Missing } from '#renderer/features/cutover/missing.tsx';
import classes from '#renderer/features/cutover/stage.module.css';
import { StageBar } from '#renderer/features/cutover/stage-bar.tsx';
import { api } from '#renderer/lib/api.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ExportMarkdown } from '#renderer/ui/export-markdown.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { VerifiedCutover } from './verified-cutover.tsx';

interface VerifyStageProps {
  readonly found: CaseView;
  readonly view: CutoverView;
}

/** Every endpoint against the plan, and what the provider has to correct. */
export const VerifyStage = ({ found, view }: VerifyStageProps) => {
  const check = useCheckCutover(found.id);
  const last = check.data ?? view.check;
  return (
    <>
      <StageBar title="Verify" about="Read-only: every endpoint against the plan, in one go.">
        <RollBack found={found} view={view} />
        {found.state === 'open' && (
          <IconButton
            icon={IconListCheck}
            variant={isReached(view, 'verified') ? 'default' : 'filled'}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            Verify cutover
          </IconButton>
        )}
      </StageBar>
      <Stack className={classes.body}>
        {check.error && <ErrorNotice title="Cutover not verified" error={check.error} />}
        <Missing view={view} stage="verified" />
        {last === undefined ? (
          <Empty
            icon={<IconChecklist aria-hidden />}
            title="Not verified yet"
            text="Compares URL, event types, company and headers of every endpoint with the plan. Changes on a remote target show only after verification."
          />
        ) : (
          <>
            <VerifiedCutover check={last} />
            {!last.done && !view.local && <Corrections caseId={found.id} name={found.name} check={last} />}
          </>
        )}
      </Stack>
    </>
  );
};

interface CorrectionsProps {
  readonly caseId: string;
  readonly name: string;
  readonly check: CutoverCheck;
}

/** What to send the provider. */
const Corrections = ({ caseId, name, check }: CorrectionsProps) => {
  const query = useQuery({
    queryKey: [...cutoverKey(caseId), 'corrections', check.at],
    queryFn: async ({ signal }) =>
      new TextDecoder().decode((await api.file(`${cutoverPath(caseId)}/corrections.md`, { signal })).bytes),
  });
  return (
    <Section
      title="Corrections to send"
      level={3}
      actions={
        query.data !== undefined && (
          <>
            <CopyButton labelled value={query.data} what="the Markdown" />
            <ExportMarkdown
              markdown={query.data}
              name={`${name}-corrections.md`}
              failed="Corrections not exported"
            />
          </>
        )
      }
    >
      <Loaded query={query} text="Loading corrections…">
        {(text) => <CodeBlock text={text} what="the corrections" />}
      </Loaded>
    </Section>
  );
};
