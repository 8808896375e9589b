import fc from 'fast-check';

// A mutant is killed by a failure, however large: looking for the smallest one takes a hundred times as long.
fc.configureGlobal({ endOnFailure: true });
