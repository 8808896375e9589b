/** Measures of the page, by the rectangles of what is drawn. Each answers what is wrong; nothing is right. */
const common = `
const named = (one) => one.tagName + ' ' + (one.getAttribute('aria-label') || one.textContent || one.outerHTML).slice(0, 60);
const isDrawn = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
`;

const measure = (body: string): string => `(() => {${common}${body}})()`;

/** What makes the page itself scroll sideways, what lies over its neighbour in a row of the header, and cut labels. */
export const outOfPlace = measure(`
  const found = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push('the page is ' + scrollWidth + ' wide');
  const main = document.querySelector('#main');
  if (main.scrollWidth > main.clientWidth) {
    const edge = main.getBoundingClientRect().right;
    const beyond = [...main.querySelectorAll('*')].findLast((one) => one.getBoundingClientRect().right > edge + 1);
    found.push('the content is ' + main.scrollWidth + ' wide of ' + main.clientWidth + (beyond ? ' at ' + named(beyond) : ''));
  }
  for (const row of document.querySelectorAll('#main header, #main header > div, [class*="toolbar"], #main [class*="_tabs_"]')) {
    const parts = [...row.children].filter((one) => isDrawn(one) && getComputedStyle(one).position !== 'absolute');
    parts.forEach((one, at) => {
      const next = parts[at + 1];
      if (next === undefined) return;
      const [a, b] = [one.getBoundingClientRect(), next.getBoundingClientRect()];
      const over = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const below = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (over > 1 && below > 1) found.push(named(one) + ' | ' + named(next));
    });
  }
  // Labels of what is pressed. Cells tell what they cut off in a title; a bar to scroll shows that there is more.
  const scrolls = (style) => /auto|scroll/.test(style.overflowX) && style.scrollbarWidth !== 'none';
  for (const one of main.querySelectorAll('button, nav a, [role="tab"], .mantine-SegmentedControl-label')) {
    if (!isDrawn(one) || one.closest('td, th, [role="cell"], [role="columnheader"]') !== null) continue;
    const words = document.createRange();
    words.selectNodeContents(one);
    const text = words.getBoundingClientRect();
    for (let up = one; up !== main && up !== null; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === 'visible') continue;
      if (scrolls(style)) break;
      const box = up.getBoundingClientRect();
      if (text.right > box.right + 1 || text.left < box.left - 1) {
        if (one.closest('[title]:not([title=""])') === null) found.push('cut: ' + named(one));
        break;
      }
    }
  }
  return found;
`);

/** Controls that can't be used and do not say why to those who hear the page. What loads says so itself. */
export const unexplained = measure(`
  const textOf = (ids) => ids.split(/\\s+/).map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim();
  const descriptionOf = (one) =>
    one.getAttribute('aria-description') || textOf(one.getAttribute('aria-describedby') ?? '') || one.title;
  return [...document.querySelectorAll('#root :is(:disabled, [aria-disabled="true"])')]
    .filter((one) => isDrawn(one) && one.closest('[data-loading]') === null && one.tagName !== 'OPTION')
    .filter((one) => one.closest('[aria-hidden="true"]') === null && descriptionOf(one) === '')
    .map(named);
`);

/** Bars and navigation that a toast lies over. */
export const coveredByToasts = measure(`
  const bars = '.mantine-AppShell-navbar, .mantine-AppShell-footer, #main header, #main nav, [class*="toolbar"], [aria-label="Selection"]';
  const toasts = [...document.querySelectorAll('.mantine-Notifications-root .mantine-Notification-root')];
  if (toasts.length === 0) return ['there is no toast'];
  const shown = toasts.map((one) => {
    const [a, b] = [one.getBoundingClientRect(), one.closest('.mantine-Notifications-root').getBoundingClientRect()];
    return { left: a.left, right: a.right, top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom) };
  });
  return [...document.querySelectorAll(bars)].filter(isDrawn).filter((bar) => {
    const b = bar.getBoundingClientRect();
    return shown.some((a) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0);
  }).map(named);
`);

/** What lies over the screen: points of it at which something else is met, such as a notice or an overlay. */
export const overlaid = measure(`
  const found = new Set();
  for (let x = 10; x < innerWidth; x += 40)
    for (let y = 10; y < innerHeight; y += 20) {
      const met = document.elementFromPoint(x, y);
      if (met.closest('#main, .mantine-AppShell-navbar, .mantine-AppShell-footer, .mantine-AppShell-main') === null) found.add(named(met));
    }
  return [...found];
`);
