import { type Static, Type } from 'typebox'
import { EmailAddress, Nullable, OneOf } from '../scalars.ts'

const Check = Type.Object({
  about: Type.String({ description: 'What was checked, such as dkim, bulk_rules, size, links or images.' }),
  verdict: OneOf(['fine', 'advice', 'problem'], {
    description: 'problem: receivers reject such mail or put it into spam. advice: an improvement is recommended.',
  }),
  what: Type.String({ description: 'The result, and what to do.' }),
  details: Type.Optional(Type.Array(Type.String(), { description: 'The individual findings.' })),
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
      algorithm: Type.String({ description: 'The algorithm, such as rsa-sha256.' }),
      result: OneOf(['pass', 'fail', 'no_key', 'no_answer']),
      aligned: Type.Boolean({ description: 'Whether the signing domain is aligned with the domain of From.' }),
    }),
    { description: 'The DKIM signatures. Empty when the message is not signed.' },
  ),
  spf: Nullable(
    Type.Object({
      domain: Type.String({ description: 'The domain of the return path.' }),
      address: Type.String({
        description: 'The sending IP address. Of several, the one with the worst result.',
      }),
      result: OneOf(['pass', 'fail', ...dnsResults, 'broken', 'no_answer']),
      aligned: Type.Boolean(),
    }),
    { description: 'Null when the sending address is unknown, as with a relay.' },
  ),
  dmarc: Type.Object({
    result: OneOf(['pass', 'fail', 'none', 'no_answer'], { description: 'none: there is no valid record.' }),
    policy: Nullable(Type.String(), {
      description: 'What receivers are asked to do with mail that fails: none, quarantine or reject.',
    }),
    domain: Nullable(Type.String(), { description: 'The domain that has the record.' }),
  }),
})

export const EmailPreflight = Type.Object(
  {
    accepted: Type.Boolean({ description: 'Whether POST /v1/emails would accept the email now.' }),
    refusal: Nullable(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        details: Type.Optional(Type.Unknown()),
      }),
      { description: 'The error that POST /v1/emails would answer. Null when it would accept the email.' },
    ),
    recipients: Type.Array(
      Type.Object({
        address: EmailAddress,
        gets_it: Type.Boolean(),
        reason: Type.Optional(Type.String({ description: 'Why the recipient would not get the email.' })),
      }),
    ),
    credits: Type.Number({ description: 'What the email costs. 0 with a test key.' }),
    fallback: Type.Optional(
      Type.Object(
        {
          to: Type.String({ description: 'The number that the text message would be sent to.' }),
          segments_count: Type.Number(),
          credits: Type.Number({ description: 'What the text message costs if it is sent. 0 with a test key.' }),
        },
        {
          description:
            'For an email with a fallback. Its cost is not part of credits above, because it is charged only when it is sent.',
        },
      ),
    ),
    size: Type.Number({ description: 'The size of the message as sent, in bytes.' }),
    message: Nullable(Type.String(), {
      description:
        'The copy of the first recipient as it would be sent, with asterisks in place of the DKIM signature values. Its tracking and unsubscribe links do not work yet. Null when it is larger than 1 MiB.',
    }),
    authentication: Nullable(Authentication, {
      description:
        'How receivers would authenticate the message, based on the current DNS records. Null when the email would be refused.',
    }),
    checks: Type.Array(Check),
  },
  { $id: 'EmailPreflight', description: 'The result of a preflight. Nothing is sent.' },
)
export type EmailPreflight = Static<typeof EmailPreflight>
export type PreflightCheck = Static<typeof Check>
