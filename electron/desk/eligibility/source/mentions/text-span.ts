/** A stretch of a text: offsets of UTF-16 code units, `to` exclusive. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}
