import { eventTypesOfRule } from '#contract/rule-events.ts';
import type { RehearsedCompany } from './companies.ts';

/** An example event that is published. */
export interface Firing {
  readonly eventType: string;
  /** As the target names it; without one it is of a made-up company, or of none. */
  readonly companyId?: string;
}

const replaced = [...new Set(Object.values(eventTypesOfRule).flat())];
const isOfNoCompany = (eventType: string): boolean => eventType.startsWith('client.');
const isWrite = (eventType: string): boolean => eventType.includes('.write.');

const ofNoCompany = replaced.filter(isOfNoCompany);
const ofCompany = replaced.filter((eventType) => !isOfNoCompany(eventType));
/** Events of pushes are alike but for their data type. */
const oneOfEachKind = ofCompany.filter(
  (eventType) => !isWrite(eventType) || eventType.startsWith('invoices.'),
);

/**
 * Every event type that replaces a rule type: for each company that rules name, as it has endpoints of its own, and for
 * one other company; for the rest one event type of each kind.
 */
export const firingsFor = (companies: readonly RehearsedCompany[]): Firing[] => {
  const stranger = companies.find(({ hasRule }) => !hasRule);
  return [
    ...ofNoCompany.map((eventType) => ({ eventType })),
    ...(stranger === undefined ? ofCompany.map((eventType) => ({ eventType })) : []),
    ...companies.flatMap((one) =>
      (one.hasRule || one === stranger ? ofCompany : oneOfEachKind).map((eventType) => ({
        eventType,
        companyId: one.company.id.toLowerCase(),
      })),
    ),
  ];
};
