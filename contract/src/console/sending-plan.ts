/**
 * The transports of live messages: set in the environment of the server, or saved here by an operator. Secrets are write-only.
 */
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, Nullable, OneOf, Timestamp } from '../scalars.ts'
import { relayPresets, relaySecurities } from './sending-words.ts'

const kind = <const T extends string, P extends TProperties>(type: T, fields: P) =>
  Type.Object({ type: Type.Literal(type), ...fields }, { additionalProperties: false })

const byType = <T extends readonly TSchema[]>(...oneOf: T) =>
  Type.Unsafe<Static<T[number]>>({ type: 'object', oneOf, discriminator: { propertyName: 'type' } })

const line = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\p{C}]+$',
    expected: 'must be one line without invisible characters',
  })
const Host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$|^[0-9A-Fa-f:.]+$',
  expected: 'must be a host name or an IP address, such as smtp.example.com',
})
const Port = Type.Integer({ minimum: 1, maximum: 65_535 })
/** When left out, the saved secret is used, as long as server and account are the same. */
const Secret = Type.Optional(line(500))

const relay = {
  preset: Type.Optional(OneOf(relayPresets, { description: 'The provider of the server, if it is one of these.' })),
  host: Host,
  port: Port,
  security: OneOf(relaySecurities),
  username: Nullable(line(250)),
}
const smpp = {
  host: Host,
  port: Port,
  tls: Type.Boolean(),
  system_id: Type.String({
    minLength: 1,
    maxLength: 15,
    pattern: '^[\\x20-\\x7e]+$',
    expected: 'must be at most 15 printable ASCII characters',
  }),
  system_type: Type.Optional(
    Type.String({
      maxLength: 12,
      pattern: '^[\\x20-\\x7e]*$',
      expected: 'must be at most 12 printable ASCII characters',
    }),
  ),
}
const base_url = Type.Optional(
  Type.String({ minLength: 1, maxLength: 500, description: 'The address of the API, if not the default.' }),
)
const telnyx = {
  public_key: Type.String({ minLength: 1, maxLength: 200 }),
  messaging_profile_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  base_url,
}
const twilio = {
  account_sid: Type.String({ minLength: 1, maxLength: 100 }),
  messaging_service_sid: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  base_url,
}

export const EmailWayInput = byType(kind('relay', { ...relay, password: Secret }), kind('direct', {}))
export type EmailWayInput = Static<typeof EmailWayInput>
export const SmsWayInput = byType(
  kind('smpp', { ...smpp, password: Secret }),
  kind('telnyx', { ...telnyx, api_key: Secret }),
  kind('twilio', { ...twilio, auth_token: Secret }),
)
export type SmsWayInput = Static<typeof SmsWayInput>

/** The saved transport. `has_secret` replaces the secret. */
const hasSecret = { has_secret: Type.Boolean() }
const SavedEmailWay = byType(kind('relay', { ...relay, ...hasSecret }), kind('direct', hasSecret))
export type SavedEmailWay = Static<typeof SavedEmailWay>
const SavedSmsWay = byType(
  kind('smpp', { ...smpp, ...hasSecret }),
  kind('telnyx', { ...telnyx, ...hasSecret }),
  kind('twilio', { ...twilio, ...hasSecret }),
)
export type SavedSmsWay = Static<typeof SavedSmsWay>

const channelPlan = <T extends TSchema>(saved: T) =>
  Type.Object({
    fixed_by: Type.Array(Type.String(), {
      description: 'The server settings that take precedence. If there are any, the saved transport is not used.',
    }),
    saved: Nullable(saved),
    saved_at: Nullable(Timestamp),
  })

export const SendingPlan = Type.Object({
  email: channelPlan(SavedEmailWay),
  sms: channelPlan(SavedSmsWay),
  hostname: Type.String({ description: 'The name in the EHLO greeting to other mail servers.' }),
  may_send_directly: Type.Boolean({
    description: 'True when hostname is a fully qualified name, which other mail servers require.',
  }),
})
export type SendingPlan = Static<typeof SendingPlan>

export const WayCheck = Type.Object({
  result: OneOf(['good', 'doubtful', 'failed']),
  message: Type.String({ description: 'The result as a sentence.' }),
  detail: Nullable(Type.String(), { description: 'The reply of the server.' }),
  advice: Nullable(Type.String(), { description: 'How to fix it.' }),
})
export type WayCheck = Static<typeof WayCheck>

const ownersOnly = 'For owners of the first organization.'

export const sendingPlanOperations = {
  getSendingPlan: operation({
    id: 'getSendingPlan',
    method: 'GET',
    path: '/console/sending-plan',
    summary: 'Read the transports of live messages, and what sets them',
    description: ownersOnly,
    access: 'person',
    reply: SendingPlan,
    refusals: [],
  }),
  saveEmailWay: operation({
    id: 'saveEmailWay',
    method: 'PUT',
    audit: 'sending_plan.saved',
    path: '/console/sending-plan/email',
    summary: 'Save the transport of live email, used from the next email on',
    description: ownersOnly,
    access: 'person',
    body: EmailWayInput,
    reply: SendingPlan,
    refusals: ['invalid_state'],
  }),
  saveSmsWay: operation({
    id: 'saveSmsWay',
    method: 'PUT',
    audit: 'sending_plan.saved',
    path: '/console/sending-plan/sms',
    summary: 'Save the transport of live text messages, used from the next message on',
    description: ownersOnly,
    access: 'person',
    body: SmsWayInput,
    reply: SendingPlan,
    refusals: ['invalid_state'],
  }),
  removeEmailWay: operation({
    id: 'removeEmailWay',
    method: 'DELETE',
    audit: 'sending_plan.removed',
    path: '/console/sending-plan/email',
    summary: 'Remove the transport of live email; it is captured in the inbox again',
    description: ownersOnly,
    access: 'person',
    reply: Acknowledgment,
    refusals: [],
  }),
  removeSmsWay: operation({
    id: 'removeSmsWay',
    method: 'DELETE',
    audit: 'sending_plan.removed',
    path: '/console/sending-plan/sms',
    summary: 'Remove the transport of live text messages; they are captured in the inbox again',
    description: ownersOnly,
    access: 'person',
    reply: Acknowledgment,
    refusals: [],
  }),
  checkEmailWay: operation({
    id: 'checkEmailWay',
    method: 'POST',
    audit: { never: 'it changes nothing' },
    path: '/console/sending-plan/email/check',
    summary: 'Check a transport for email: connects and sends no message',
    description: ownersOnly,
    access: 'person',
    body: EmailWayInput,
    reply: WayCheck,
    refusals: [],
  }),
  checkSmsWay: operation({
    id: 'checkSmsWay',
    method: 'POST',
    audit: { never: 'it changes nothing' },
    path: '/console/sending-plan/sms/check',
    summary: 'Check a transport for text messages: connects and sends no message',
    description: ownersOnly,
    access: 'person',
    body: SmsWayInput,
    reply: WayCheck,
    refusals: [],
  }),
} as const
