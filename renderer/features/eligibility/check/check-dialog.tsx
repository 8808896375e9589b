import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import type { CaseView } from '#contract/case.ts';
import { localDesk } from '#renderer/lib/bridge.ts';
import { useTarget } from '#renderer/lib/lists.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { type CheckOrder, problemOf } from './check-order.ts';
import { InputList } from './input-list.tsx';
import { PickButtons } from './pick-buttons.tsx';
import { proposeScopes } from './propose-scope.ts';
import { TrafficFields } from './traffic-fields.tsx';

interface CheckDialogProps {
  readonly found: CaseView;
  /** Code bases that the case has evidence of. */
  readonly scopes: readonly string[];
  /** undefined: closed. */
  readonly order: CheckOrder | undefined;
  readonly onChange: (order: CheckOrder) => void;
  readonly onClose: () => void;
  readonly onStart: (order: CheckOrder) => void;
}

/** Sources of a check, before it starts. */
export const CheckDialog = ({ order, onClose, ...props }: CheckDialogProps) => (
  <Modal
    opened={order !== undefined}
    onClose={onClose}
    title="Check eligibility"
    size="xl"
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {order && <CheckForm order={order} onClose={onClose} {...props} />}
  </Modal>
);

const CheckForm = ({
  found,
  scopes,
  order,
  onChange,
  onClose,
  onStart,
}: Omit<CheckDialogProps, 'order'> & { order: CheckOrder }) => {
  const target = useTargetName(found.targetId);
  const problem = problemOf(order);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined) onStart(order);
      }}
    >
      <Stack>
        <Text>
          Drop or choose source code (folder, .zip, .tar.gz), traffic logs (HAR, combined, JSON lines, CSV),
          test runs (the XML file of carryover exec) or exported rules.
          {localDesk() === undefined && ' Files are uploaded to the desk and deleted after the check.'}
        </Text>
        <Group gap="xs">
          <PickButtons
            onPick={(items) =>
              onChange({ ...order, items: [...order.items, ...proposeScopes(items, scopes)] })
            }
          />
        </Group>
        <InputList items={order.items} scopes={scopes} onChange={(items) => onChange({ ...order, items })} />
        {order.items.some(({ kind }) => kind === 'traffic') && (
          <TrafficFields options={order.traffic} onChange={(traffic) => onChange({ ...order, traffic })} />
        )}
        <Checkbox
          label={`Read rules, profile and endpoints of ${target}`}
          description="Read-only. The alerts endpoints are never called."
          checked={order.configuration}
          onChange={(event) => onChange({ ...order, configuration: event.currentTarget.checked })}
        />
        {problem !== undefined && <Text role="status">{problem}</Text>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Blockable blocked={problem}>
            <Button type="submit" data-autofocus>
              Start check
            </Button>
          </Blockable>
        </Group>
      </Stack>
    </form>
  );
};

const useTargetName = (targetId: string): string => {
  const target = useTarget(targetId);
  return target === undefined ? 'the target' : `the target "${target.name}"`;
};
