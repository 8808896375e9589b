import type { Page } from 'playwright-core';

type DragEventType = 'dragEnter' | 'dragOver' | 'dragCancel' | 'drop';

/** Moves files of the disk over the middle of the page, until its overlay is there, and does the rest. */
const drag = async (page: Page, files: string[], rest: readonly DragEventType[]): Promise<void> => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const data = { items: [], files, dragOperationsMask: 1 };
  const session = await page.context().newCDPSession(page);
  const send = (type: DragEventType) =>
    session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
  await send('dragEnter');
  await page.getByText('Drop to check').waitFor();
  for (const type of rest) await send(type);
  await session.detach();
};

/**
 * Drops files and folders of the disk on the middle of the page, as from a file manager. Chromium alone can. Moves once the
 * overlay is there: nothing drops on an element that came under the pointer since it moved.
 */
export const dropFiles = (page: Page, ...files: string[]): Promise<void> =>
  drag(page, files, ['dragOver', 'drop']);

/** Takes files of the disk over the page, and away again. */
export const dragFilesAway = (page: Page, ...files: string[]): Promise<void> =>
  drag(page, files, ['dragOver', 'dragCancel']);
