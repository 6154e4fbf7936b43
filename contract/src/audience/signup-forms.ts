/** Public signup forms, on the tenant's own site or on a page of this service. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, HttpUrl, Id, Nullable, PathId, Timestamp } from '../scalars.ts'

export const maxSignupForms = 100

const name = Type.String({ minLength: 1, maxLength: 100, description: 'The heading of the hosted page.' })
const topicIds = Type.Array(Id, {
  maxItems: 20,
  description:
    'The topics that new signups are subscribed to. Topics that require a confirmation are pending until it arrives. Without a confirmation, anyone can subscribe anyone.',
})
const fields = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  maxItems: 20,
  description: 'Keys of the contact fields that the form accepts, besides email, first_name and last_name.',
})
const wording = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'The text that people agree to. It is shown on the hosted page and stored in the consent ledger. Show it on your own form too.',
})
const origins = Type.Array(
  Type.String({
    maxLength: 255,
    pattern: '^https?://[^/?#\\s]+$',
    expected: 'must be an origin such as https://acme.com, without a path',
    examples: ['https://acme.com'],
  }),
  {
    maxItems: 20,
    description:
      'The origins of the sites that can post to the form. Requests from browsers on other sites are refused.',
  },
)
const redirect = 'Where the browser is redirected after posting the form. Default: a page of this service.'

export const SignupForm = Type.Object(
  {
    id: Id,
    name,
    topic_ids: topicIds,
    fields,
    wording,
    allowed_origins: origins,
    redirect_url: Type.Optional(Type.String({ ...HttpUrl, description: redirect })),
    url: Type.String({ description: 'The address of the hosted page. Forms are posted to it too.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'SignupForm' },
)
export type SignupForm = Static<typeof SignupForm>

export const SignupFormCreate = Type.Object(
  {
    name,
    wording,
    topic_ids: Type.Optional(topicIds),
    fields: Type.Optional(fields),
    allowed_origins: Type.Optional(origins),
    redirect_url: Type.Optional(Type.String({ ...HttpUrl, description: redirect })),
  },
  { $id: 'SignupFormCreate' },
)
export type SignupFormCreate = Static<typeof SignupFormCreate>

export const SignupFormUpdate = Type.Object(
  {
    name: Type.Optional(name),
    wording: Type.Optional(wording),
    topic_ids: Type.Optional(topicIds),
    fields: Type.Optional(fields),
    allowed_origins: Type.Optional(origins),
    redirect_url: Type.Optional(Nullable(HttpUrl, { description: `${redirect} Null removes it.` })),
  },
  { $id: 'SignupFormUpdate', description: 'Only the fields you give are changed.' },
)
export type SignupFormUpdate = Static<typeof SignupFormUpdate>

/** A hidden field. Only bots fill it in. */
export const honeypot = 'company_website'

const params = Type.Object({ id: PathId })
const tag = 'Signup forms'
const form = {
  id: '01945c1e-c1b0-7f22-8d55-3e6f9a8b0c12',
  name: 'Newsletter',
  topic_ids: [],
  fields: [],
  wording: 'Acme may send me its newsletter. I can unsubscribe at any time.',
  allowed_origins: ['https://acme.com'],
  url: 'https://posthorn.example.com/signup/01945c1e-c1b0-7f22-8d55-3e6f9a8b0c12',
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}

export const signupForms = {
  createSignupForm: operation({
    id: 'createSignupForm',
    method: 'POST',
    audit: 'signup_form.created',
    path: '/v1/signup-forms',
    tag,
    summary: 'Create a signup form',
    description: `The url of the form is a page where people sign up. It also accepts POST requests from the allowed sites, as application/json or application/x-www-form-urlencoded. The answer is the same whether or not the address is known. An environment can have ${maxSignupForms} forms.`,
    permission: 'contacts:write',
    body: SignupFormCreate,
    reply: SignupForm,
    status: 201,
    idempotent: true,
    refusals: ['invalid_state'],
    example: { body: { name: form.name, wording: form.wording, allowed_origins: form.allowed_origins }, reply: form },
  }),
  listSignupForms: operation({
    id: 'listSignupForms',
    method: 'GET',
    path: '/v1/signup-forms',
    tag,
    summary: 'List signup forms',
    description: 'Returns all signup forms, newest first.',
    permission: 'contacts:read',
    reply: Type.Object({ data: Type.Array(SignupForm) }, { $id: 'SignupFormList' }),
    refusals: [],
    example: { reply: { data: [form] } },
  }),
  getSignupForm: operation({
    id: 'getSignupForm',
    method: 'GET',
    path: '/v1/signup-forms/{id}',
    tag,
    summary: 'Read a signup form',
    permission: 'contacts:read',
    params,
    reply: SignupForm,
    refusals: [],
    example: { params: { id: form.id }, reply: form },
  }),
  updateSignupForm: operation({
    id: 'updateSignupForm',
    method: 'PUT',
    audit: 'signup_form.updated',
    path: '/v1/signup-forms/{id}',
    tag,
    summary: 'Update a signup form',
    description: 'Only the fields you give are changed.',
    permission: 'contacts:write',
    params,
    body: SignupFormUpdate,
    reply: SignupForm,
    refusals: [],
    example: {
      params: { id: form.id },
      body: { name: 'News' },
      reply: { ...form, name: 'News', updated_at: '2026-11-15T10:00:00.000Z' },
    },
  }),
  deleteSignupForm: operation({
    id: 'deleteSignupForm',
    method: 'DELETE',
    audit: 'signup_form.deleted',
    path: '/v1/signup-forms/{id}',
    tag,
    summary: 'Delete a signup form',
    description: 'Nobody can sign up with the form any more. Contacts and their entries in the consent ledger stay.',
    permission: 'contacts:write',
    params,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: form.id }, reply: { success: true, message: 'Signup form deleted.' } },
  }),
}
