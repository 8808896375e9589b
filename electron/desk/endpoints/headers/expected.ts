import { mask } from '#base/sealing.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { LegacySetup } from './legacy.ts';
import { findHeader, type KnownHeader } from './values.ts';

/** A header that messages must carry. */
export interface ExpectedHeader {
  readonly name: string;
  readonly masked: string;
  /** Absent: with whatever value, as the one that the legacy set-up sends is not known. */
  readonly value?: string;
  /** The legacy set-up sends it, and it is not set. */
  readonly legacyOnly: boolean;
}

/**
 * What is set or planned, and what the legacy set-up sends as far as that is known: a consumer may rely on it. Nothing
 * set is therefore no pass. Source: `docs/reference/rules/cutover.md#headers`.
 */
export const expectedHeaders = (known: readonly KnownHeader[], legacy: LegacySetup): ExpectedHeader[] => [
  ...known.map(({ name, masked, value }) => ({
    name,
    masked,
    ...(value === undefined ? {} : { value }),
    legacyOnly: false,
  })),
  ...sentByLegacy(legacy)
    .filter(({ name }) => findHeader(known, name) === undefined)
    .map(({ name, value }) => ({
      name,
      masked: value === undefined ? '' : mask(value),
      ...(value === undefined ? {} : { value }),
      legacyOnly: true,
    })),
];

/** A header that a plan carries over; without its value where that is not known here. */
export interface PlannedHeader {
  readonly name: string;
  readonly value?: string;
}

/** What is set or planned by hand, and what the plan of the cutover carries over. */
export const withPlanned = (
  known: readonly KnownHeader[],
  planned: readonly PlannedHeader[],
): ExpectedHeader[] => [
  ...expectedHeaders(known, { authHeader: undefined, portal: 'unknown', clientId: undefined }).filter(
    ({ legacyOnly }) => !legacyOnly,
  ),
  ...planned
    .filter(({ name }) => findHeader(known, name) === undefined)
    .map(({ name, value }) => ({
      name,
      masked: value === undefined ? '' : mask(value),
      ...(value === undefined ? {} : { value }),
      legacyOnly: value === undefined,
    })),
];

const sentByLegacy = ({
  authHeader,
  portal,
  clientId,
}: LegacySetup): { name: string; value?: string | undefined }[] => [
  ...(authHeader || portal === 'present'
    ? [{ name: carriedHeaders.auth, value: authHeader || undefined }]
    : []),
  { name: carriedHeaders.clientId, value: clientId },
];
