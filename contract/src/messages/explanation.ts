import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../scalars.ts'

const Waiting = Type.Object({
  for: Type.String({ description: 'What it waits for, such as "the relay smtp.example.com:587".' }),
  failing_since: Nullable(Timestamp, { description: 'Null when that is well and only busy.' }),
  last_reply: Nullable(Type.String({ description: 'What was heard there last.' })),
  cap: Nullable(Type.String({ description: 'What it gets at most, when it has had all of that.' })),
  next_attempt_at: Nullable(Timestamp),
  behind: Type.Number({
    description: 'How many other messages of this environment wait for the same. Counting ends at 10,000.',
  }),
})

const Step = Type.Object({
  at: Timestamp,
  recipient: Type.Optional(Type.String({ description: 'The recipient it is about, where there is one.' })),
  what: Type.String({ description: 'What happened, in words.' }),
  heard: Type.Optional(Type.String({ description: 'What the other side said, in its own words.' })),
  meaning: Type.Optional(Type.String({ description: 'What that means.' })),
  advice: Type.Optional(Type.String({ description: 'What you can do about it.' })),
})

export const Explanation = Type.Object(
  {
    id: Id,
    status: Type.String({ description: 'The status of the message.' }),
    summary: Type.String({ description: 'Where it stands, why, and what to do: words that can be passed on.' }),
    waiting: Nullable(Waiting, { description: 'What it waits for now; null when it waits for nothing.' }),
    steps: Type.Array(Step, { description: 'What happened, oldest first.' }),
  },
  { $id: 'Explanation', description: 'What happened to a message, in words.' },
)
export type Explanation = Static<typeof Explanation>

/** Left out where a message does not wait. */
export const waitingFor = Type.Optional(
  Type.String({ description: 'Why it has not left yet, in words: its relay, receiver or carrier fails or is busy.' }),
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
