import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../scalars.ts'

const Waiting = Type.Object({
  for: Type.String({ description: 'What the message waits for, such as "the relay smtp.example.com:587".' }),
  failing_since: Nullable(Timestamp, { description: 'Since when it has been failing. Null when it is only busy.' }),
  last_reply: Nullable(Type.String({ description: 'The last reply.' })),
  cap: Nullable(Type.String({ description: 'The sending cap, when it is used up.' })),
  next_attempt_at: Nullable(Timestamp),
  behind: Type.Number({
    description: 'How many other messages of this environment wait for the same. Counted up to 10,000.',
  }),
})

const Step = Type.Object({
  at: Timestamp,
  recipient: Type.Optional(Type.String({ description: 'The recipient that the step is about, if any.' })),
  what: Type.String({ description: 'What happened, in words.' }),
  heard: Type.Optional(Type.String({ description: 'The reply of the server or carrier, unchanged.' })),
  meaning: Type.Optional(Type.String({ description: 'What the reply means.' })),
  advice: Type.Optional(Type.String({ description: 'How to fix it.' })),
})

export const Explanation = Type.Object(
  {
    id: Id,
    status: Type.String({ description: 'The status of the message.' }),
    summary: Type.String({ description: 'A summary in words: the state of the message, why, and what to do.' }),
    waiting: Nullable(Waiting, { description: 'What the message waits for now. Null when it waits for nothing.' }),
    steps: Type.Array(Step, { description: 'The steps so far, oldest first.' }),
  },
  { $id: 'Explanation', description: 'What happened to a message, in words.' },
)
export type Explanation = Static<typeof Explanation>

/** Left out when the message does not wait. */
export const waitingFor = Type.Optional(
  Type.String({
    description: 'Why the message has not been sent yet, in words: its relay, receiver or carrier fails or is busy.',
  }),
)

const explainedId = '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33'

/** An email behind a relay that is down. */
export const explanationExample: Explanation = {
  id: explainedId,
  status: 'processing',
  summary:
    'Waiting for the relay mail.acme.test:587, which has failed 12 times in a row since 2026-11-15 21:20 UTC. It said: 451 4.4.1 Connection to mail.acme.test:587 failed: ECONNREFUSED. Next try at 2026-11-15 21:31 UTC. 1,479 of your other messages wait for the same.',
  waiting: {
    for: 'the relay mail.acme.test:587',
    failing_since: '2026-11-15T21:20:04.000Z',
    last_reply: '451 4.4.1 Connection to mail.acme.test:587 failed: ECONNREFUSED',
    cap: null,
    next_attempt_at: '2026-11-15T21:31:10.000Z',
    behind: 1479,
  },
  steps: [{ at: '2026-11-15T21:20:03.000Z', what: 'It was accepted.' }],
}
