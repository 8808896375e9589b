import { toIso } from '#base/clock.ts';
import type { Company } from '#contract/company.ts';
import type { ReferenceCompany } from '#contract/event-schemas.ts';
import type { Envelope } from '#contract/events.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';

/** What a consumer of the new service receives. Source: `docs/reference/rules/events.md#envelope`. */
export const envelopeOf = (
  event: DomainEvent,
  made: { readonly id: string; readonly at: number; readonly portal: (companyId: string) => string },
): Envelope => ({
  id: made.id,
  eventType: event.type,
  generatedDate: toIso(made.at),
  payload: payloadOf(event, made.portal),
});

/** The company that an event is specific to, if any. */
export const companyOf = (event: DomainEvent): Company | undefined =>
  'company' in event ? event.company : undefined;

const payloadOf = (event: DomainEvent, portal: (companyId: string) => string): unknown => {
  switch (event.type) {
    case 'company.created':
    case 'company.deleted':
      return event.company;
    case 'connection.created':
    case 'connection.connected':
    case 'connection.disconnected':
    case 'connection.reconnected':
    case 'connection.failed':
    case 'connection.deleted':
      return { referenceCompany: reference(event.company, portal), connection: event.connection };
    case 'read.completed':
    case 'read.completed.initial':
      return {
        referenceCompany: reference(event.company, portal),
        modifiedFromDate: event.modifiedFromDate,
        dataTypes: event.dataTypes.map(({ connectionId, dataType, recordsModified, status }) => ({
          connectionId,
          dataType,
          recordsModified,
          status,
        })),
      };
    case 'client.rateLimit.reached':
    case 'client.rateLimit.reset':
      return {
        dailyQuota: event.dailyQuota,
        quotaRemaining: event.quotaRemaining,
        expiryDate: event.expiryDate,
      };
    case 'expenses.sync.successful':
    case 'expenses.sync.unsuccessful':
      return {
        referenceCompany: reference(event.company, portal),
        syncId: event.syncId,
        syncType: event.syncType,
        failureStage: event.failureStage,
      };
    default:
      return {
        id: event.push.id,
        type: event.dataType,
        referenceCompany: reference(event.company, portal),
        connectionId: event.connectionId,
        requestedOnDate: event.push.requestedOnDate,
        completedOnDate: event.push.completedOnDate,
        status: event.push.status,
        record: { id: event.push.recordId },
        attachmentId: event.push.attachmentId,
      };
  }
};

const reference = (company: Company, portal: (companyId: string) => string): ReferenceCompany => ({
  id: company.id,
  name: company.name,
  ...(company.description === undefined ? {} : { description: company.description }),
  links: { portal: portal(company.id) },
  tags: company.tags,
});
