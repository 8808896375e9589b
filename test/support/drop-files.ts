import type { Page } from 'playwright-core';

/**
 * Drops files and folders of the disk on the middle of the page, as from a file manager. Chromium alone can. What is there
 * must stay until they land: a drop on an element that is just being removed, such as a closing dialog, goes nowhere.
 */
export const dropFiles = async (page: Page, ...files: string[]): Promise<void> => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: width / 2,
      y: height / 2,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  }
  await session.detach();
};
