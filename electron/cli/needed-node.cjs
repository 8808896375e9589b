// Says that Node is too old. Written in old syntax, so that an old Node can still say it; when run, it ends with 1 then.
'use strict';

var neededMajor = 24;

/** Those for which package.json has Node as a package. */
var packaged = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];

/** What to do about a Node that is too old; undefined for one that is not. */
function whyTooOld() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return undefined;
  var platform = process.platform + '-' + process.arch;
  var advice =
    packaged.indexOf(platform) >= 0
      ? 'In its own folder, `npm ci` brings the right one for `npm start`, `npm run -s carryover -- …` and `npx carryover`.'
      : 'npm has no Node for ' +
        platform +
        ': install Node ' +
        neededMajor +
        ' or newer, put it first on the PATH, and try again.';
  return (
    'Carryover needs Node ' +
    neededMajor +
    ' or newer, and this is Node ' +
    process.versions.node +
    '. ' +
    advice
  );
}

module.exports = { whyTooOld: whyTooOld };

if (require.main === module && whyTooOld() !== undefined) {
  process.stderr.write(whyTooOld() + '\n');
  process.exitCode = 1;
}
