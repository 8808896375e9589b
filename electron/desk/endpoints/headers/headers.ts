import type {
  HeaderCheckRequest,
  HeaderCheckResult,
  HeaderSetup,
  HeaderSetupRequest,
} from '#contract/header-setup.ts';
import type { PlannedHeader } from './expected.ts';

/** Guided set-up of endpoints' custom headers, for the target of a case. Source: `docs/reference/rules/endpoints.md#custom-headers`. */
export interface EndpointHeadersModule {
  /** Of every endpoint of the target, masked. */
  list(caseId: string): Promise<HeaderSetup[]>;
  /**
   * @param reveal values in full; that they were shown is put on record before they are
   * @throws CatalogueError `case.notFound`, `webhook.notFound`, TargetError
   */
  show(caseId: string, webhookId: string, reveal: boolean, actor: string): Promise<HeaderSetup>;
  /**
   * Sets them on the local service; for a remote target keeps them as what is to be pasted.
   * @throws CatalogueError `request.invalid` in the words of `contract/header-rules.ts`, `case.notOpen`, `headers.noClientId`
   */
  set(caseId: string, webhookId: string, request: HeaderSetupRequest, actor: string): Promise<HeaderSetup>;
  /**
   * Whether messages carry the headers. Local: by a test event and its attempt. Remote: by what a consumer received, or by
   * an event that is made for it.
   * @throws CatalogueError `headers.noPlan`, `headers.nothingReceived`, `headers.severalReceived`, `headers.noTrigger`, `headers.wayOfCheck`,
   *   `headers.valuesMissing`, `headers.companyLeft`, `target.unconfirmed`, `webhook.disabled`
   */
  check(
    caseId: string,
    webhookId: string,
    request: HeaderCheckRequest,
    actor: string,
    /** Of the plan of a cutover, instead of what the legacy set-up sends now. */
    planned?: readonly PlannedHeader[],
  ): Promise<HeaderCheckResult>;
}
