import type { Page } from 'playwright-core';

/**
 * Drops files and folders of the disk on the middle of the page, as from a file manager. Chromium alone can. Moves once the
 * overlay is there: nothing drops on an element that came under the pointer since it moved.
 */
export const dropFiles = async (page: Page, ...files: string[]): Promise<void> => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const data = { items: [], files, dragOperationsMask: 1 };
  const session = await page.context().newCDPSession(page);
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
  await drag('dragEnter');
  await page.getByText('Drop to check').waitFor();
  await drag('dragOver');
  await drag('drop');
  await session.detach();
};
