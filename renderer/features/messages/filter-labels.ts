import type { StatusFilter } from '#contract/message-query.ts';
import { deliveryLabels } from '#renderer/lib/delivery-labels.ts';
import type { FilterName } from './filters.ts';

export const filterLabels: Readonly<Record<FilterName, string>> = {
  text: 'Payload',
  status: 'Status',
  code: 'Code',
  eventType: 'Event type',
  endpoint: 'Endpoint',
  company: 'Company',
  id: 'Id',
  trigger: 'Trigger',
  edited: 'Edited',
  since: 'From',
  until: 'Before',
};

/** `Waiting`: before the first attempt, or between two. */
export const statusLabels: Readonly<Record<StatusFilter, string>> = {
  Sending: deliveryLabels.Sending.label,
  Attempting: 'Retrying',
  Waiting: 'Waiting',
  Success: deliveryLabels.Success.label,
  Failed: deliveryLabels.Failed.label,
  Cancelled: deliveryLabels.Cancelled.label,
};
