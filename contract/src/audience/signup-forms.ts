/** Forms that strangers sign up with, on your own site or on a page of this service. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, HttpUrl, Id, Nullable, PathId, Timestamp } from '../scalars.ts'

export const maxSignupForms = 100

const name = Type.String({ minLength: 1, maxLength: 100, description: 'The heading of the hosted page.' })
const topicIds = Type.Array(Id, {
  maxItems: 20,
  description:
    'What whoever signs up is subscribed to. Those topics that ask for a confirmation are pending until it comes; without one, anybody can subscribe anybody.',
})
const fields = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  maxItems: 20,
  description: 'Contact fields that may be given beside email, first_name and last_name, by their keys.',
})
const wording = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'What people agree to. It is shown on the hosted page and kept in the consent ledger; show it on your own form, too.',
})
const origins = Type.Array(
  Type.String({ maxLength: 255, pattern: '^https?://[^/?#\\s]+$', examples: ['https://acme.com'] }),
  {
    maxItems: 20,
    description: 'Sites whose pages may post to it. A browser elsewhere is refused.',
  },
)
const redirect = 'Where a browser goes that posted a form; a page of ours when left out.'

export const SignupForm = Type.Object(
  {
    id: Id,
    name,
    topic_ids: topicIds,
    fields,
    wording,
    allowed_origins: origins,
    redirect_url: Type.Optional(Type.String({ ...HttpUrl, description: redirect })),
    url: Type.String({ description: 'The hosted page, and where forms are posted to.' }),
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
  { $id: 'SignupFormUpdate', description: 'Only fields that are given are changed.' },
)
export type SignupFormUpdate = Static<typeof SignupFormUpdate>

/** A field that people do not see: whoever fills it in is a program. */
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
    description: `At most ${maxSignupForms} of an environment. Its url is a page where people sign up, and takes POST from the sites that are allowed, as application/json or application/x-www-form-urlencoded. The answer is the same whether or not the address is known.`,
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
    description: 'All of them, newest first.',
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
    summary: 'Change a signup form',
    description: 'Only fields that are given are changed.',
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
    description: 'From then on nobody signs up with it. Contacts stay, and so do their entries in the consent ledger.',
    permission: 'contacts:write',
    params,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: form.id }, reply: { success: true, message: 'Signup form deleted.' } },
  }),
}
