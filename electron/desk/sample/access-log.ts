import { toIso } from '#base/clock.ts';

const dayMs = 86_400_000;
/** A window of seven days or more shows that something is not called. */
const days = 8;
const everyMs = 20 * 60_000;

const calls = [
  'GET /companies?page=1&pageSize=100',
  'GET /companies/1b4e28ba-2fa1-4d2b-883f-0016d3cca427/dataStatus',
  'POST /companies/1b4e28ba-2fa1-4d2b-883f-0016d3cca427/data/all',
  'GET /integrations',
  'GET /companies/6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11/connections',
];

/** The access log of an application that calls the service, and never its alerts endpoints. @param now ms UTC */
export const accessLog = (now: number): string => {
  const lines: string[] = [];
  for (let at = now - days * dayMs, n = 0; at < now; at += everyMs, n++) {
    const call = calls[n % calls.length];
    lines.push(
      `10.0.0.7 - - [${logTime(at)}] "${call} HTTP/1.1" 200 ${500 + (n % 7) * 31} "-" "bakery-books/2.4"`,
    );
  }
  return `${lines.join('\n')}\n`;
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** As in `02/Mar/2026:10:00:00 +0000`. */
const logTime = (at: number): string => {
  const [date = '', time = ''] = toIso(at).slice(0, 19).split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${time} +0000`;
};
