// One event for each read, with all its data types. The legacy mechanism sent one webhook for each.
export async function onReadCompleted(event, handle) {
  const companyId = event.payload.referenceCompany.id;
  for (const { connectionId, dataType, recordsModified, status } of event.payload.dataTypes) {
    await handle({ companyId, connectionId, dataType, recordsModified, status });
  }
}
