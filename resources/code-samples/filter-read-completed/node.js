// read.completed is sent for every read. Choose what the legacy rule was sent for:
const dataTypes = (event) => (event.eventType === 'read.completed' ? event.payload.dataTypes : []);

// "Dataset data changed"
export const changed = (event) => dataTypes(event).filter(({ recordsModified }) => recordsModified === true);
// "Data Sync Status Changed To Error"
export const failed = (event) => dataTypes(event).filter(({ status }) => status.endsWith('Error'));
// "Data sync completed"
export const completed = (event) => dataTypes(event).filter(({ status }) => status === 'Complete');
// "Push Operation Timed Out"
export const isTimedOut = ({ eventType, payload }) =>
  eventType.endsWith('.write.unsuccessful') && payload.status === 'TimedOut';
