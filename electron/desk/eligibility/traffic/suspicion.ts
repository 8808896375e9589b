/**
 * Whether text without a readable request may be a call to an alerts endpoint. Rather once too often: it keeps logs from
 * showing absence.
 */
export const mayBeAlertsCall = (text: string): boolean => suspect.test(text);

const suspect = /rules\b.{0,200}alerts/i;
/** So much of a piece is searched again with the next, as a call may be cut in two, bytes. */
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
