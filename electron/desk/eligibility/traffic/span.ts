/** From the first to the last time; empty if the first is later. */
export interface Span {
  firstMs: number;
  lastMs: number;
}

export const noSpan = (): Span => ({
  firstMs: Number.POSITIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
});

export const widen = (span: Span, ms: number): void => {
  span.firstMs = Math.min(span.firstMs, ms);
  span.lastMs = Math.max(span.lastMs, ms);
};
