import { Code, Stack } from '@mantine/core';
import { formatCount } from '#contract/format.ts';
import type { Target } from '#contract/target.ts';
import { useMay } from '#renderer/lib/who.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { NeedsRole } from '#renderer/ui/needs-role.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { TestResult } from './test-result.tsx';
import { useTestTarget } from './use-targets.ts';

interface TargetCardProps {
  readonly target: Target;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One target: its settings, and the result of a test. */
export const TargetCard = ({ target, onEdit, onRemove }: TargetCardProps) => {
  const test = useTestTarget();
  const place = { kind: 'target', id: target.id } as const;
  const testing = useMay('engineer', place);
  const isRemote = target.kind === 'remote';
  return (
    <Section
      title={target.name}
      description={isRemote ? 'Remote' : 'Local service of this desk'}
      actions={
        <>
          <Blockable blocked={testing}>
            <SmallButton
              changes={false}
              loading={test.isPending}
              aria-label={`Test ${target.name}`}
              onClick={() => test.mutate(target.id)}
            >
              Test
            </SmallButton>
          </Blockable>
          {isRemote && (
            <NeedsRole needs="admin" place={place}>
              <SmallButton changes aria-label={`Edit ${target.name}`} onClick={onEdit}>
                Edit…
              </SmallButton>
              <SmallButton changes aria-label={`Remove ${target.name}`} onClick={onRemove}>
                Remove…
              </SmallButton>
            </NeedsRole>
          )}
        </>
      }
    >
      <Stack gap="sm">
        <Facts
          facts={[
            ['Base URL', <Code key="url">{target.baseUrl}</Code>],
            ['API key', <Code key="key">{target.apiKey}</Code>],
            ['Client id', target.clientId && <Code key="client">{target.clientId}</Code>],
            ['Callback URL', target.callbackUrl && <Code key="callback">{target.callbackUrl}</Code>],
            ['Proxy', target.proxyUrl && <Code key="proxy">{target.proxyUrl}</Code>],
            ['Certificates', target.hasCa ? 'A private authority is also trusted' : undefined],
            [
              'Limits',
              `${formatCount(target.concurrency, 'concurrent call')}, ${formatCount(target.perSecond, 'call')} per second`,
            ],
          ]}
        />
        <div role="status">{test.data && <TestResult result={test.data} />}</div>
        {test.error && <ErrorNotice title="Target not tested" error={test.error} />}
      </Stack>
    </Section>
  );
};
