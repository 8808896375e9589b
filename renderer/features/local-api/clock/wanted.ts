/** Where the clock is to go. */
export interface Wanted {
  /** UTC. */
  readonly to: string;
  /** How far that is as it was entered, such as `28 h`. */
  readonly later?: string;
}
