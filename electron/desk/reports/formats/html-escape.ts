import { visible } from '#desk/reports/visible.ts';

const names: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or a quoted attribute: nothing in it is markup, and nothing in it hides. */
export const escaped = (text: string): string =>
  visible(text).replace(/[&<>"']/g, (sign) => names[sign] as string);
