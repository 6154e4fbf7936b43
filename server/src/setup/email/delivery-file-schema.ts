/** The schema of the delivery file. */
import { isIP } from 'node:net'
import { Type } from 'typebox'
import { StrictObject, TextThat } from '#validation/schema-words.ts'

const Count = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })
const Words = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 50, expected: description })

const Receiver = StrictObject(
  {
    mx: Type.Optional(Words('must be a list of the domains of its mail hosts')),
    connections: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    messages_per_connection: Type.Optional(Count),
    per_minute: Type.Optional(Count),
    per_day: Type.Optional(Count),
  },
  {},
)

const Source = StrictObject(
  {
    addresses: Type.Array(
      TextThat(text => isIP(text) !== 0, 'must be an IP address of this machine'),
      { minItems: 1, maxItems: 2 },
    ),
    for: Type.Optional(Words('must be a list of transactional, broadcast and organization ids')),
    warming_since: Type.Optional(
      TextThat(
        text => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
        'must be a date such as 2026-11-01',
      ),
    ),
  },
  {},
)

const WarmUpStep = StrictObject({ until_day: Type.Integer({ minimum: 1, maximum: 365 }), per_day: Count }, {})

export const deliveryFileSchema = StrictObject(
  {
    receivers: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z0-9.-]{1,100}$' }), Receiver)),
    sources: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$' }), Source)),
    warm_up: Type.Optional(Type.Array(WarmUpStep, { minItems: 1, maxItems: 100 })),
  },
  {},
)
