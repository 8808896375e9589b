import { hash } from 'node:crypto';
import { escaped, plainPage, plainPageHeaders } from '#contract/plain-page.ts';

/** A takeover takes a little longer than the time after which a process counts as gone. */
export const retryAfterS = 5;

/** Not by a header: a browser takes an address that has a fragment, such as one with a ticket, for the page that is there. */
const reload = `setTimeout(() => location.reload(), ${retryAfterS * 1000})`;
const policy = `${plainPageHeaders['content-security-policy']}; script-src 'sha256-${hash('sha256', reload, 'base64')}'`;

/** For a person at a standby: it loads its address again, with the ticket in it, until the desk is here. */
export const waitingPage = {
  headers: { ...plainPageHeaders, 'content-security-policy': policy },
  /** @param standby who has the desk, a sentence */
  html: (standby: string): string =>
    plainPage(
      'This process is a standby',
      `<p role="status">Another process has the desk of this store. ${escaped(standby)}</p>
    <p>Open Carryover at the address of that process, or of the load balancer. If that process is gone, this one takes
    the desk over within seconds, and this page continues.</p>
    <script>${reload}</script>`,
    ),
};
