import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import type { MissingSecrets, StateView } from '#contract/states.ts';

type Counts = Pick<StateView, 'companies' | 'endpoints' | 'messages' | 'waiting'>;

/** `2 companies, 1 endpoint, 5 messages and 3 waiting deliveries`. */
export const contentOf = ({ companies, endpoints, messages, waiting }: Counts): string =>
  formatList([
    formatCount(companies, 'company', 'companies'),
    formatCount(endpoints, 'endpoint'),
    formatCount(messages, 'message'),
    formatCount(waiting, 'waiting delivery', 'waiting deliveries'),
  ]);

/** The same for a row: `2 companies · 1 endpoint · 5 messages · 3 waiting`. */
export const countsOf = ({ companies, endpoints, messages, waiting }: Counts): string =>
  [
    formatCount(companies, 'company', 'companies'),
    formatCount(endpoints, 'endpoint'),
    formatCount(messages, 'message'),
    `${formatNumber(waiting)} waiting`,
  ].join(' · ');

export const missingLabels: Readonly<Record<MissingSecrets['what'], string>> = {
  apiKeys: 'API keys',
  signingSecrets: 'Signing secrets',
  headers: 'Custom headers',
  credentials: 'Credentials',
  alertAuthHeader: 'alertAuthHeader',
};

/** Whether and where its secrets open. */
export const secretsOf = ({ secrets, opensHere, passphrase }: StateView): string => {
  if (secrets === 'none') return 'None';
  if (opensHere) return passphrase ? 'Here, or passphrase' : 'Open here';
  return passphrase ? 'Passphrase needed' : 'Do not open here';
};
