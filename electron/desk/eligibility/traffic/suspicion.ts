/**
 * Whether text that no request could be read from may tell of a call of an alerts endpoint. Rather once too often: it
 * keeps logs from showing that there is none.
 */
export const mayBeAlertsCall = (text: string): boolean => suspect.test(text);

const suspect = /rules\b.{0,200}alerts/i;
/** A call that is cut in two shows when so much of the first piece is looked at again with the second, bytes. */
const overlapBytes = 256;

/** The same for text that comes in pieces, in memory that its length does not matter to. */
export const createSuspicion = (): { add(piece: Buffer): void; readonly found: boolean } => {
  let end = '';
  let found = false;
  return {
    add(piece) {
      if (found) return;
      const text = end + piece.toString('latin1');
      found = mayBeAlertsCall(text);
      end = text.slice(-overlapBytes);
    },
    get found() {
      return found;
    },
  };
};
