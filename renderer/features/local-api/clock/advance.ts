/** A move of the clock that is planned. */
export interface Advance {
  /** UTC. */
  readonly to: string;
  /** The duration as it was entered, such as `28 h`. */
  readonly by?: string;
}
