/** The options of `carryover serve`, as commander gives them. */
export interface ServeOptions {
  readonly data: string;
  readonly apiPort: number;
  readonly deskPort: number;
  readonly bind: string;
  readonly allowHost: readonly string[];
  readonly clock?: 'system' | 'virtual';
  readonly seed?: number;
  readonly apiKey?: string;
  readonly allowPrivate?: true;
  readonly json?: true;
  readonly verbose?: true;
  readonly newKey?: true;
}
