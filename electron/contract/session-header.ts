/**
 * The header in which the page in a browser shows its session's secret. A page of another origin can't send it: a browser
 * asks the desk first whether it may, and the desk never says yes.
 */
export const sessionHeader = 'x-carryover-session';
