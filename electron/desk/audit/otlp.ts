import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { AuditEvent } from '#contract/audit.ts';

/**
 * Events as logs of OpenTelemetry: OTLP/HTTP in JSON, where 64-bit numbers are texts and names are in lowerCamelCase.
 * Source: OTLP specification 1.9, "JSON Protobuf Encoding" and "OTLP/HTTP"; `docs/reference/rules/audit.md#otlp`.
 */

export const otlpHeaders = { 'content-type': 'application/json' } as const;

type AnyValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly boolValue: boolean };
interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

export const otlpBody = (events: readonly AuditEvent[]): string => {
  const [first] = events;
  const resource = {
    attributes: [
      text('service.name', 'carryover'),
      ...(first === undefined
        ? []
        : [text('service.instance.id', first.desk.id), text('service.version', first.desk.version)]),
    ],
  };
  const scope = { name: 'carryover.audit', version: '1' };
  return JSON.stringify({
    resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: events.map(record) }] }],
  });
};

/** Of the data model for logs: INFO. */
const severity = { severityNumber: 9, severityText: 'INFO' } as const;

const record = (event: AuditEvent) => ({
  timeUnixNano: nanoseconds(event.at),
  observedTimeUnixNano: nanoseconds(event.recorded),
  ...severity,
  eventName: event.kind,
  body: { stringValue: event.words ?? event.kind },
  attributes: attributesOf(event),
});

const attributesOf = (event: AuditEvent): KeyValue[] => [
  // By the conventions of OpenTelemetry, records of one uid are one record.
  text('log.record.uid', event.id),
  text('user.name', event.actor),
  text('carryover.chain', event.chain),
  { key: 'carryover.seq', value: { intValue: String(event.seq) } },
  text('carryover.digest', event.digest),
  text('carryover.before', event.before),
  ...textOf('carryover.case.id', event.case?.id),
  ...textOf('carryover.case.name', event.case?.name),
  ...textOf('carryover.signer', event.signer?.publicKey),
  ...textOf('carryover.signer.fingerprint', event.signer?.fingerprint),
  ...textOf('carryover.signature', event.signature),
  ...textOf('carryover.commitment', event.commitment),
  ...textOf('carryover.content', event.content === undefined ? undefined : JSON.stringify(event.content)),
  ...textOf('carryover.salt', event.salt),
  ...(event.contentBytes === undefined
    ? []
    : [{ key: 'carryover.content.bytes', value: { intValue: String(event.contentBytes) } }]),
  ...(event.erased ? [{ key: 'carryover.erased', value: { boolValue: true } }] : []),
  ...textOf('carryover.problem', event.problem),
  ...textOf('carryover.missing', event.missing && JSON.stringify(event.missing)),
];

const text = (key: string, value: string): KeyValue => ({ key, value: { stringValue: value } });
const textOf = (key: string, value: string | undefined): KeyValue[] =>
  value === undefined ? [] : [text(key, value)];

const nanoseconds = (at: string): string => `${Date.parse(at)}000000`;

const Partial = Type.Object({
  partialSuccess: Type.Optional(
    Type.Object({
      rejectedLogRecords: Type.Optional(
        Type.Union([Type.String({ pattern: '^\\d{1,19}$' }), Type.Integer()]),
      ),
      errorMessage: Type.Optional(Type.String()),
    }),
  ),
});

/** What a collector took and dropped; undefined where it took all. It must not be sent again. */
export const rejectedIn = (
  body: string,
): { readonly events: number; readonly problem: string } | undefined => {
  const parsed = parsedAs(body);
  const { rejectedLogRecords = 0, errorMessage = '' } = parsed?.partialSuccess ?? {};
  const events = Number(rejectedLogRecords);
  return events > 0 ? { events, problem: errorMessage } : undefined;
};

const parsedAs = (body: string): Static<typeof Partial> | undefined => {
  try {
    const value: unknown = JSON.parse(body);
    return Value.Check(Partial, value) ? value : undefined;
  } catch {
    return undefined;
  }
};
