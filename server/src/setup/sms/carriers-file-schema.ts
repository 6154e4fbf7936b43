/** The schema of the carriers file. */
import { type Static, type TProperties, Type } from 'typebox'
import {
  isCarrierBaseUrl,
  isCarrierSecret,
  isTelnyxProfileId,
  isTwilioAccountSid,
  isTwilioMessagingServiceSid,
} from '#transports/carriers/options.ts'
import { isTelnyxPublicKey } from '#transports/carriers/telnyx-signature.ts'
import { parseSmppUrl } from '#transports/smpp/smpp-url.ts'
import { StrictObject, TextThat } from '#validation/schema-words.ts'

/** Undefined when it is the URL of an SMPP server. */
function smppFault(text: string): string | undefined {
  try {
    parseSmppUrl(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const SmppUrl = TextThat(
  text => smppFault(text) === undefined,
  value => {
    const reason = typeof value === 'string' ? ` (${smppFault(value)})` : ''
    return `must be an address such as smpp://systemid:password@host:2775${reason}`
  },
)
const BaseUrl = TextThat(isCarrierBaseUrl, 'must be an https address without a query (http on this machine only)')

const kind = <const T extends string, P extends TProperties>(type: T, options: P) =>
  StrictObject({ type: Type.Literal(type), ...options }, {})

const Capture = kind('capture', {})
const Smpp = kind('smpp', { url: SmppUrl })
const Twilio = kind('twilio', {
  account_sid: TextThat(isTwilioAccountSid, 'must be AC and 32 hexadecimal digits'),
  auth_token: TextThat(isCarrierSecret, 'must be the auth token of the account'),
  messaging_service_sid: Type.Optional(TextThat(isTwilioMessagingServiceSid, 'must be MG and 32 hexadecimal digits')),
  base_url: Type.Optional(BaseUrl),
  answers_keywords: Type.Optional(Type.Boolean()),
})
const Telnyx = kind('telnyx', {
  api_key: TextThat(isCarrierSecret, 'must be an API key of the account'),
  public_key: TextThat(isTelnyxPublicKey, 'must be the public key of the account, in base64'),
  messaging_profile_id: Type.Optional(TextThat(isTelnyxProfileId, 'must be the id of a profile')),
  base_url: Type.Optional(BaseUrl),
  idempotent: Type.Optional(Type.Boolean()),
  answers_keywords: Type.Optional(Type.Boolean()),
})

export type CarrierInFile = Static<typeof Capture> | Static<typeof Smpp> | Static<typeof Twilio> | Static<typeof Telnyx>

const Carrier = Type.Unsafe<CarrierInFile>({
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: [Capture, Smpp, Twilio, Telnyx],
  title: 'a name of a–z, 0–9 and -, at most 40 characters',
  expected: 'must be an object with a "type" of capture, smpp, twilio, telnyx',
})

/** `names` are the carriers of the file: a route can only lead to these. */
export const carriersFileSchema = (names: readonly string[]) =>
  StrictObject(
    {
      carriers: Type.Record(Type.String({ pattern: '^[a-z0-9-]{1,40}$' }), Carrier, {
        additionalProperties: false,
        expected: 'must be an object with a carrier for each name',
      }),
      routes: Type.Array(routeSchema(names), {
        minItems: 1,
        expected: 'must be a list such as [{ "prefix": "+1", "carriers": ["telnyx"] }]',
      }),
    },
    { expected: 'must be an object with "carriers" and "routes"' },
  )

const Prefix = Type.String({
  pattern: '^\\+([1-9][0-9]{0,14})?$',
  expected: 'must be a number prefix such as "+44", or "+" for all',
})

const routeSchema = (names: readonly string[]) => {
  const Name = TextThat(
    text => names.includes(text),
    `must be the name of a carrier of this file (${names.join(', ')})`,
  )
  const carriers = Type.Array(Name, { minItems: 1, expected: 'must be a list of names of carriers' })
  return StrictObject({ prefix: Prefix, carriers }, { expected: 'must be an object with "prefix" and "carriers"' })
}
