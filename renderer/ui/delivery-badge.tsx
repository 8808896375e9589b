import { IconClock } from '@tabler/icons-react';
import type { DeliveryStatus } from '#contract/message.ts';
import { deliveryLabels } from '#renderer/lib/delivery-labels.ts';
import { StatusBadge } from './status-badge.tsx';

/** @param count how many deliveries have this status, where several are counted */
export const DeliveryBadge = ({ status, count }: { status: DeliveryStatus; count?: number | undefined }) => (
  <StatusBadge tone={deliveryLabels[status].tone} icon={status === 'Attempting' ? IconClock : undefined}>
    {count === undefined ? deliveryLabels[status].label : `${count} ${deliveryLabels[status].label}`}
  </StatusBadge>
);
