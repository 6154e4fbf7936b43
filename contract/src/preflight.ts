import { type Static, Type } from 'typebox'
import { EmailAddress, Nullable, OneOf } from './scalars.ts'

const Check = Type.Object({
  about: Type.String({ description: 'What is looked at, such as signature, unsubscribe, size, links or images.' }),
  verdict: OneOf(['fine', 'advice', 'problem'], {
    description: 'problem: receivers refuse such mail or put it into spam. advice: it would be better otherwise.',
  }),
  what: Type.String({ description: 'What was found, and what to do.' }),
})

export const EmailPreflight = Type.Object(
  {
    accepted: Type.Boolean({ description: 'Whether POST /v1/emails would take it now.' }),
    refusal: Nullable(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        details: Type.Optional(Type.Unknown()),
      }),
      { description: 'What POST /v1/emails would answer; null when it takes it.' },
    ),
    recipients: Type.Array(
      Type.Object({
        address: EmailAddress,
        gets_it: Type.Boolean(),
        reason: Type.Optional(Type.String({ description: 'Why not.' })),
      }),
    ),
    credits: Type.Number({ description: 'What it costs. With a test key 0.' }),
    size: Type.Number({ description: 'Bytes of the message as it leaves.' }),
    message: Nullable(Type.String(), {
      description:
        'The copy of the first recipient as it would leave, with asterisks in place of the values of its DKIM signatures. Its links lead nowhere yet. Null when it is larger than 1 MiB.',
    }),
    checks: Type.Array(Check),
  },
  { $id: 'EmailPreflight', description: 'What would become of an email, without sending it.' },
)
export type EmailPreflight = Static<typeof EmailPreflight>
export type PreflightCheck = Static<typeof Check>
