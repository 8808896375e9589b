/**
 * Words that names of fields are made of, besides those of the API's own description. A name of a field that the
 * description lacks is kept in a recording if it is made of such words alone: nothing of anybody's can be told by them.
 * Names of people, places and companies are not among them, and none that is a common password.
 */
export const fieldWords: ReadonlySet<string> = new Set(
  `access action active actual added additional address after agreement all allowed amount api app applied approval archived
  area attachment attempts attribute audit auth authorised authorized auto available average balance bank base basis batch
  before begin billing binding block body branch brand business buyer by calculated callback cancelled card case category
  changed channel charge check child children city class classification client closed code collection comment commerce
  completed condition config configuration confirmed contact content context control copy cost count country created credit
  criteria currency current cursor custom customer cycle daily data dataset date day days debit decimal default deleted
  delivery department deprecated depth description details difference direction disabled discount display document domain
  draft due duration edited effective email enabled end entity entry environment error estimate event exchange excluded
  expected expense expired expires expiry external failed failure feature features fee fields file filter final financial
  first fiscal flag folder footer for format formatted frequency from full gateway general generated geo global gross group
  groups hash header headers height hidden history hold host icon identifier image import in included index industry info
  information initial input instance integration interface internal interval invoice is issue issued item items iteration
  job journal kind label language last latest layout legal length level limit line lines link linked list local locale
  location locked log logo managed manager map mapping match max maximum memo message metadata method min minimum mode model
  modified module monthly more name names net new next nominal note notes notification number object of offline offset on
  online open operation option optional options order ordering organisation organization origin original other out output
  owner package page paid paging parameter parent part partial parts party path pay payload payment pending percentage
  period permission permissions phone platform plan policy portal position postal preferred prefix previous price primary
  principal priority private process processed product profile progress project properties property provider public
  publication published purpose push quantity query queue quota range rate raw read reason receipt received record records
  recurring redirect ref reference references refresh region registered registration related relation remaining removed
  report request requested required resolution resolved resource response result results retries retry return revision role
  root row rule rules run sandbox schedule scheduled scope score section segment selected seller sent sequence series server
  service session set settings severity shared shipping short signature site size sort source stage start started state
  statement status step stopped store street strategy string structure style sub subject submitted subscription sub subtotal
  success successful suffix summary supplier support supported suspended sync synced system table tag target tax team
  template tenant term terms test text threshold ticket tier time timeout timestamp timezone title to token total tracking
  trading transaction transfer trigger trial type types unit units until update updated upload uri url usage use used user
  users utc valid validation value values variant vat vendor verified version view visible volume warning warnings web
  weekly weight width window withheld workspace write yearly zip zone`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
