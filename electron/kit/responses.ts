import type { ListenAnswer } from '#base/http/listen.ts';
import { type ConsumerResponse, consumerLimits } from '#contract/consumers.ts';
import { invalid } from '#contract/errors.ts';

/** How a consumer responds: first those with a number of times, in their order, then the lasting one. */
export interface Responses {
  /** @throws CatalogueError `request.invalid` if too many wait for their turn */
  add(response: ConsumerResponse): void;
  next(): ListenAnswer;
}

export const createResponses = (): Responses => {
  let lasting: ListenAnswer = { statusCode: 200, delayMs: 0 };
  const queue: { answer: ListenAnswer; left: number }[] = [];
  return {
    add({ times, ...response }) {
      const answer: ListenAnswer = { statusCode: 200, delayMs: 0, ...response };
      if (times === undefined) {
        lasting = answer;
        queue.length = 0;
        return;
      }
      if (queue.length >= consumerLimits.responses) throw tooMany();
      queue.push({ answer, left: times });
    },
    next() {
      const first = queue[0];
      if (first === undefined) return lasting;
      first.left -= 1;
      if (first.left === 0) queue.shift();
      return first.answer;
    },
  };
};

const tooMany = () =>
  invalid({
    itemId: 'times',
    message: `${consumerLimits.responses} responses wait for their turn already, which is the most. Use times for what repeats.`,
    validatorName: 'maxItems',
  });
