import { type Static, Type } from 'typebox'
import { EmailAddress, Nullable, OneOf } from '../scalars.ts'

const Check = Type.Object({
  about: Type.String({ description: 'What is looked at, such as dkim, bulk_rules, size, links or images.' }),
  verdict: OneOf(['fine', 'advice', 'problem'], {
    description: 'problem: receivers refuse such mail or put it into spam. advice: it would be better otherwise.',
  }),
  what: Type.String({ description: 'What was found, and what to do.' }),
  details: Type.Optional(Type.Array(Type.String(), { description: 'The same, one thing each.' })),
})

const dnsResults = [
  'neutral',
  'softfail',
  'none',
  'several_records',
  'too_many_lookups',
  'too_many_void_lookups',
] as const

const Authentication = Type.Object({
  dkim: Type.Array(
    Type.Object({
      domain: Type.String(),
      selector: Type.String(),
      algorithm: Type.String({ description: 'Such as rsa-sha256.' }),
      result: OneOf(['pass', 'fail', 'no_key', 'no_answer']),
      aligned: Type.Boolean({ description: 'Whether it speaks for the domain of From.' }),
    }),
    { description: 'Each signature; empty when it is not signed.' },
  ),
  spf: Nullable(
    Type.Object({
      domain: Type.String({ description: 'Of the return path.' }),
      address: Type.String({
        description: 'An address that it would come from: of several, the one with the worst result.',
      }),
      result: OneOf(['pass', 'fail', ...dnsResults, 'broken', 'no_answer']),
      aligned: Type.Boolean(),
    }),
    { description: 'Null when it is not known which address sends, as with a relay.' },
  ),
  dmarc: Type.Object({
    result: OneOf(['pass', 'fail', 'none', 'no_answer'], { description: 'none: there is no record that can be read.' }),
    policy: Nullable(Type.String(), {
      description: 'What receivers are asked to do with what fails: none, quarantine or reject.',
    }),
    domain: Nullable(Type.String(), { description: 'Where the record stands.' }),
  }),
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
    authentication: Nullable(Authentication, {
      description: 'The message as receivers authenticate it, by what DNS says now. Null when it would be refused.',
    }),
    checks: Type.Array(Check),
  },
  { $id: 'EmailPreflight', description: 'What would become of an email, without sending it.' },
)
export type EmailPreflight = Static<typeof EmailPreflight>
export type PreflightCheck = Static<typeof Check>
