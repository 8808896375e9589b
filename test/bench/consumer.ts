import { countingConsumer } from './counting-consumer.ts';

/** A consumer in a process of its own that answers with the status given on the command line. Sends its port. */
process.send?.(await countingConsumer(process.argv[2] ?? '200 OK'));
process.on('disconnect', () => process.exit(0));
