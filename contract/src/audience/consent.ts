/** The consent ledger: what people consented to and withdrew, and how. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Page, PageQuery, pageQuery } from '../page.ts'
import { EmailAddress, Id, Nullable, OneOf, PathId, PhoneNumber, Timestamp } from '../scalars.ts'

export const consentChannels = ['email', 'sms'] as const
export const consentScopes = ['channel', 'topic', 'suppression_list'] as const
export const consentActions = ['given', 'withdrawn', 'requested', 'expired'] as const
export const consentMethods = [
  'api_key',
  'person',
  'import',
  'workflow',
  'form',
  'confirmation_link',
  'unsubscribe_link',
  'one_click',
  'unsubscribe_mail',
  'sms_keyword',
  'carrier',
  'complaint',
  'expiry',
] as const
export type ConsentMethod = (typeof consentMethods)[number]

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hexadecimal digits.' })

export const ConsentEntry = Type.Object(
  {
    id: Id,
    channel: OneOf(consentChannels, { description: 'email for an email address, sms for a phone number.' }),
    scope: OneOf(consentScopes, {
      description:
        'channel: all broadcasts, or all text messages. topic: only the topic. suppression_list: all email, because the address was added to the suppression list or removed from it.',
    }),
    topic_id: Type.Optional(Type.String({ ...Id, description: 'The topic. It may have been deleted since.' })),
    action: OneOf(consentActions, {
      description:
        'requested: a confirmation was requested, and nothing is sent until it arrives. expired: the confirmation did not arrive in time.',
    }),
    method: OneOf(consentMethods, { description: 'How the consent changed.' }),
    source_id: Type.Optional(
      Type.String({
        ...Id,
        description:
          'Depends on method: the API key, the dashboard user, the key or user who imported the contact, the workflow run, the signup form, the confirmation, the email whose link was used or that was reported as spam, or the text message.',
      }),
    ),
    wording: Type.Optional(Type.String({ description: 'The text that the person agreed to, as shown to them.' })),
    ip_address: Type.Optional(
      Type.String({
        description: 'The IP address of the person, if they used a page. Removed when the person is erased.',
      }),
    ),
    created_at: Timestamp,
    position: Type.Integer({ minimum: 1, description: 'The position in the chain of this address or number, from 1.' }),
    previous_hash: Nullable(Hash, { description: 'The hash of the previous entry. Null for the first entry.' }),
    hash: Hash,
  },
  { $id: 'ConsentEntry', description: 'One change of consent. Entries are never changed or deleted.' },
)
export type ConsentEntry = Static<typeof ConsentEntry>

const id = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'
const example = {
  data: [
    {
      id: '01945c1e-f01d-7e58-b2c3-4d5e6f7a8b91',
      channel: 'email',
      scope: 'channel',
      action: 'withdrawn',
      method: 'unsubscribe_link',
      source_id: '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33',
      ip_address: '203.0.113.7',
      created_at: '2026-11-15T10:00:00.000Z',
      position: 2,
      previous_hash: '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b',
      hash: 'd4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35',
    },
  ],
  has_more: false,
}
const reply = Page(ConsentEntry, 'ConsentPage')

export const consent = {
  listContactConsent: operation({
    id: 'listContactConsent',
    method: 'GET',
    path: '/v1/contacts/{id}/consent',
    tag: 'Consent',
    summary: 'List the consent of a contact',
    description:
      'Returns every change of consent for the address and the number of the contact, newest first, including changes from before the contact was created.',
    permission: 'contacts:read',
    params: Type.Object({ id: PathId }),
    query: PageQuery({}),
    reply,
    refusals: [],
    example: { params: { id }, reply: example },
  }),
  listConsent: operation({
    id: 'listConsent',
    method: 'GET',
    path: '/v1/consent',
    tag: 'Consent',
    summary: 'List the consent of an address or a number',
    description:
      'Returns every change of consent for an address or a number, newest first, whether or not a contact has it. Give exactly one of the two. The list is empty for an unknown address.',
    permission: 'contacts:read',
    query: Type.Object(
      { ...pageQuery, email: Type.Optional(EmailAddress), phone_number: Type.Optional(PhoneNumber) },
      { oneOf: [{ required: ['email'] }, { required: ['phone_number'] }] },
    ),
    reply,
    refusals: [],
    example: { query: { email: 'ada@example.com' }, reply: example },
  }),
}
