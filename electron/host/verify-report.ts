/** For the command that verifies a bundle without a data folder. */
export { trustOnly, verifyReport } from '#desk/index.ts';
