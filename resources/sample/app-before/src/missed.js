const base = process.env.SERVICE_URL;

/** Alerts that did not arrive while this application was down. */
export const missedAlerts = async (key) => {
  const answer = await fetch(`${base}/rules/alerts?page=1`, { headers: { authorization: key } });
  const { results } = await answer.json();
  return results.filter((alert) => alert.status === 'Failed');
};
