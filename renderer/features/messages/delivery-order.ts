import type { Delivery, DeliveryStatus } from '#contract/message.ts';

/** The one that needs attention first. */
export const statusOrder: readonly DeliveryStatus[] = [
  'Failed',
  'Attempting',
  'Sending',
  'Success',
  'Cancelled',
];

/** Of several deliveries the one to show: that of the endpoint asked for, else one that needs attention. */
export const deliveryToShow = (
  deliveries: readonly Delivery[],
  webhookId: string | undefined,
  matches: (delivery: Delivery) => boolean = () => true,
): Delivery | undefined => {
  const named = deliveries.find((delivery) => delivery.webhookId === webhookId);
  if (named !== undefined) return named;
  const needed = (among: readonly Delivery[]): Delivery | undefined =>
    among.toSorted((a, b) => statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status))[0];
  return needed(deliveries.filter(matches)) ?? needed(deliveries);
};
