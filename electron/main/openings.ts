import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { errorText } from '#base/error-text.ts';
import { fileProblem } from '#base/file-problem.ts';
import type { Opening } from '#contract/bridge.ts';

/** As much as the desk takes in, so that a file that is anything else is not read to its end first. */
const caseFileLimit = 400 * 1_048_576;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isLink = (text: string): boolean => /^carryover:/i.test(text);

/** What a link leads to: `carryover://case/<id>`. undefined for any other. */
export const readLink = (link: string): Opening | undefined => {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (url?.protocol !== 'carryover:' || url.hostname.toLowerCase() !== 'case') return undefined;
  const caseId = url.pathname.replace(/^\/|\/$/g, '').toLowerCase();
  return uuid.test(caseId) ? { type: 'case', caseId } : undefined;
};

/** @throws Error in words for a person */
export const readCaseFile = async (path: string): Promise<Opening> => {
  const name = basename(path);
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error('it is not a file');
    if (found.size > caseFileLimit) throw new Error('it is larger than any case file');
    return { type: 'case-file', name, text: await readFile(path, 'utf8') };
  } catch (cause) {
    const reason = fileProblem(cause);
    throw new Error(`"${name}" can't be opened: ${reason}. Ask for the file again, or choose another.`, {
      cause,
    });
  }
};

/** What waits to be opened until the page is there. */
export interface Openings {
  /** A link, or the path of a case file. @throws never; what can't be opened is told to the person */
  open(linkOrPath: string): Promise<void>;
  show(opening: Opening): void;
  /** The page is there: whatever waits comes at once, and what follows comes as it is asked for. */
  pageReady(): void;
  /** The page has gone, and another one comes. */
  pageGone(): void;
}

export interface OpeningsOptions {
  readonly send: (opening: Opening) => void;
  readonly complain: (text: string) => void;
}

export const createOpenings = ({ send, complain }: OpeningsOptions): Openings => {
  const waiting: Opening[] = [];
  let there = false;
  const show = (opening: Opening): void => {
    if (there) send(opening);
    else waiting.push(opening);
  };
  const read = async (linkOrPath: string): Promise<Opening> => {
    if (!isLink(linkOrPath)) return readCaseFile(linkOrPath);
    const opening = readLink(linkOrPath);
    if (opening !== undefined) return opening;
    throw new Error(`The link ${linkOrPath.slice(0, 200)} is invalid. Copy the link of the case again.`);
  };
  return {
    async open(linkOrPath) {
      try {
        show(await read(linkOrPath));
      } catch (error) {
        complain(errorText(error));
      }
    },
    show,
    pageReady() {
      there = true;
      for (const opening of waiting.splice(0)) send(opening);
    },
    pageGone() {
      there = false;
    },
  };
};
