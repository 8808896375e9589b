/** The address of a team's desk, as a person gives it: one rule for the command line, the app and its page. */

export type DeskAddress =
  | { readonly origin: string }
  /** What is wrong: the rest of a sentence that begins with what the address was given by. */
  | { readonly problem: string };

const advice = 'Give the address of the desk, such as https://desk.example.';

export const readDeskAddress = (text: string): DeskAddress => {
  const url = URL.parse(text.trim());
  const refuse = (problem: string): DeskAddress => ({ problem: `${problem} ${advice}` });
  if (url === null) return refuse('is no URL.');
  if (url.username !== '' || url.password !== '')
    return refuse('must not contain a user or password: others may read it.');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    return refuse('must begin with https://, as http is for loopback alone.');
  if (url.pathname !== '/' || /[?#]/.test(text)) return refuse('must end with the host.');
  return { origin: url.origin };
};

/** @param hostname as `URL` writes it. The same as base/outgoing/base-url.ts decides, which the page can't load. */
const isLoopback = (hostname: string): boolean => {
  const host = hostname.replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    /^127(\.\d{1,3}){3}$/.test(host) ||
    host === '[::1]' ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(host)
  );
};
