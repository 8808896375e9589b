/** Measures of the page, by the rectangles of what is drawn. Each answers what is wrong; nothing is right. */
const common = `
const named = (one) => one.tagName + ' ' + (one.getAttribute('aria-label') || one.textContent || one.outerHTML).slice(0, 60);
const isDrawn = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
`;

const measure = (body: string): string => `(() => {${common}${body}})()`;

/** Measures of one thing each, for `outOfPlace`. */
const single = `
const shownIn = (root, selector) => [...root.querySelectorAll(selector)].filter(isDrawn);
/** One row of tabs a screen: the second one is a filter or a section. */
const tabBars = () => {
  const bars = shownIn(document.querySelector('#main'), '[role="tablist"], nav:has([class*="_tab_"])');
  return bars.length > 1 ? [bars.length + ' rows of tabs: ' + bars.map(named).join(' | ')] : [];
};
/** Header and tabs of a case; narrower windows may wrap. */
const caseHeader = () => {
  const frame = document.querySelector('#main [class*="_frame_"]');
  const screen = frame?.querySelector(':scope > [class*="_screen_"]');
  if (!screen || innerWidth < 800) return [];
  const height = screen.getBoundingClientRect().top - frame.getBoundingClientRect().top;
  return height > 80 ? ['the case header is ' + height + ' px high'] : [];
};
const overlap = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
/** Buttons over the box that code is read in, whatever it is scrolled to. */
const coveredCode = () => {
  const main = document.querySelector('#main');
  const buttons = shownIn(main, 'button');
  return shownIn(main, 'pre, .cm-content').flatMap((code) =>
    buttons
      .filter((one) => !code.contains(one) && overlap((code.closest('.cm-scroller') ?? code).getBoundingClientRect(), one.getBoundingClientRect()))
      .map((one) => named(one) + ' covers ' + named(code)));
};
/** A line at each figure of an axis, as far from the last as the figure is. */
const gridLines = () =>
  shownIn(document, '.recharts-wrapper').flatMap((chart) => {
    const middles = (selector) =>
      [...chart.querySelectorAll(selector)].map((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      }).sort((a, b) => a - b);
    const lines = middles('.recharts-cartesian-grid-horizontal line');
    const ticks = middles('.recharts-yAxis .recharts-cartesian-axis-tick');
    const agrees = lines.length === ticks.length && lines.every((y, at) => Math.abs(y - ticks[at]) < 6);
    return agrees ? [] : ['grid lines at ' + lines + ', figures at ' + ticks + ' of ' + named(chart)];
  });
/** A day that is written as an example is past sooner or later, and then one that its picker refuses. */
const exampleDates = () =>
  shownIn(document.querySelector('#main'), '[placeholder], .mantine-InputPlaceholder-placeholder')
    .map((one) => one.getAttribute('placeholder') ?? one.textContent)
    .filter((text) => /\\b20\\d\\d\\b/.test(text))
    .map((text) => 'example date: ' + text);
`;

/**
 * What makes the page itself scroll sideways, what lies over its neighbour in a row of the header, and cut labels; a second
 * row of tabs, a case header above 80 px, covered code, grid lines beside their figures, and example dates.
 */
export const outOfPlace = measure(`
  ${single}
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
  found.push(...tabBars(), ...caseHeader(), ...coveredCode(), ...gridLines(), ...exampleDates());
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
