import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Page, PageQuery } from '../page.ts'
import { Acknowledgment, EmailAddress, Id, OneOf, PathId, Timestamp } from '../scalars.ts'

export const templateStatuses = ['draft', 'published'] as const

const friendlyName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Your own name for the template, unique ignoring case. Emails refer to it as template_friendly_name.',
})
const description = Type.String({ maxLength: 1000 })
const subject = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'The subject, in Liquid, such as Hello {{ first_name }}.',
})
const source = (what: string, size = '1 MiB') =>
  Type.String({ minLength: 1, description: `${what}, in Liquid. At most ${size}.` })
const mjml = source('The content as MJML, converted to html when the template is published', '256 KiB')
const status = OneOf(templateStatuses, {
  description: 'A draft can be changed and previewed. Only published content is sent. Default: published.',
})

const content = {
  subject,
  html: Type.Optional(source('The HTML content')),
  text: Type.Optional(source('The plain text content (derived from html when left out)')),
  mjml: Type.Optional(mjml),
}

export const Template = Type.Object(
  {
    id: Id,
    friendly_name: friendlyName,
    description: Type.Optional(description),
    status: OneOf(templateStatuses, { description: 'The status of the newest version, whose content is shown.' }),
    version: Type.Number({ description: 'The number of the newest version.' }),
    published_version: Type.Optional(Type.Number({ description: 'The version that emails are rendered from.' })),
    ...content,
    variables: Type.Array(Type.String(), { description: 'The variables that the content uses, such as user.name.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Template', description: 'A template with its newest version.' },
)
export type Template = Static<typeof Template>

export const TemplateListItem = Type.Object(
  {
    id: Id,
    friendly_name: friendlyName,
    description: Type.Optional(description),
    status: OneOf(templateStatuses),
    version: Type.Number(),
    published_version: Type.Optional(Type.Number()),
    subject,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'TemplateListItem' },
)
export type TemplateListItem = Static<typeof TemplateListItem>

export const TemplateCreate = Type.Object(
  { friendly_name: friendlyName, description: Type.Optional(description), ...content, status: Type.Optional(status) },
  {
    $id: 'TemplateCreate',
    description: 'Requires content: html or mjml, or text. Give only one of html and mjml.',
    anyOf: [{ required: ['html'] }, { required: ['mjml'] }, { required: ['text'] }],
  },
)
export type TemplateCreate = Static<typeof TemplateCreate>

export const TemplateUpdate = Type.Object(
  {
    friendly_name: Type.Optional(friendlyName),
    description: Type.Optional(description),
    subject: Type.Optional(subject),
    html: content.html,
    text: content.text,
    mjml: content.mjml,
    status: Type.Optional(status),
  },
  {
    $id: 'TemplateUpdate',
    description:
      'Only the fields you give are changed. A change of content creates a new version, or changes the draft. Status published publishes it. Without status the template stays a draft or published, as it was.',
  },
)
export type TemplateUpdate = Static<typeof TemplateUpdate>

export const TemplateRender = Type.Object(
  {
    variables: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'Values for the template: any JSON, at most 32 levels deep and 10,000 values.',
      }),
    ),
    email: Type.Optional(
      Type.String({
        ...EmailAddress,
        description:
          'A recipient. If it is a contact, its fields are available as contact.*, for keys with the permission contacts:read.',
      }),
    ),
    version: Type.Optional(Type.Number({ description: 'The version to render. Default: the newest.' })),
  },
  { $id: 'TemplateRender' },
)
export type TemplateRender = Static<typeof TemplateRender>

export const RenderedTemplate = Type.Object(
  {
    subject: Type.String(),
    html: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
  },
  { $id: 'RenderedTemplate', description: 'The rendered content.' },
)
export type RenderedTemplate = Static<typeof RenderedTemplate>

const welcome = {
  id: '01945c1e-c7a1-7b52-9e3d-6a1f8c2b4d55',
  friendly_name: 'welcome',
  status: 'published' as const,
  version: 1,
  published_version: 1,
  subject: 'Welcome, {{ first_name | default: "friend" }}',
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}
const html = '<p>Hello {{ first_name | default: "friend" }}, your code is {{ code }}.</p>'
const shown = { ...welcome, html, variables: ['code', 'first_name'] }
const params = Type.Object({ id: PathId })
// Twice 1 MiB plus 256 KiB, where some clients escape every non-ASCII character.
const bodyLimit = 8 * 1024 * 1024

export const templates = {
  createTemplate: operation({
    id: 'createTemplate',
    method: 'POST',
    audit: 'template.created',
    path: '/v1/templates',
    tag: 'Templates',
    summary: 'Create a template',
    description:
      'The content is Liquid: {{ name }} prints a variable, escaped in html; {{ name | default: "you" }} prints a default when it is missing. {{ unsubscribe_url }} and {{ preferences_url }} are the links of each recipient.',
    permission: 'templates:write',
    body: TemplateCreate,
    bodyLimit,
    reply: Template,
    status: 201,
    idempotent: true,
    refusals: [],
    example: { body: { friendly_name: 'welcome', subject: welcome.subject, html }, reply: shown },
  }),
  listTemplates: operation({
    id: 'listTemplates',
    method: 'GET',
    path: '/v1/templates',
    tag: 'Templates',
    summary: 'List templates',
    description: 'Returns templates, newest first.',
    permission: 'templates:read',
    query: PageQuery({}),
    reply: Page(TemplateListItem, 'TemplatePage'),
    refusals: [],
    example: { reply: { data: [welcome], has_more: false } },
  }),
  getTemplate: operation({
    id: 'getTemplate',
    method: 'GET',
    path: '/v1/templates/{id}',
    tag: 'Templates',
    summary: 'Read a template',
    permission: 'templates:read',
    params: Type.Object({
      id: Type.String({ ...PathId, description: 'The id of the template, or its friendly_name (percent-encoded).' }),
    }),
    reply: Template,
    refusals: [],
    example: { params: { id: welcome.id }, reply: shown },
  }),
  updateTemplate: operation({
    id: 'updateTemplate',
    method: 'PUT',
    audit: 'template.updated',
    path: '/v1/templates/{id}',
    tag: 'Templates',
    summary: 'Update a template',
    description:
      'Emails accepted earlier keep their content. A new name is refused while a workflow sends the template by its old one.',
    permission: 'templates:write',
    params,
    body: TemplateUpdate,
    bodyLimit,
    reply: Template,
    refusals: ['invalid_state'],
    example: {
      params: { id: welcome.id },
      body: { subject: 'Welcome!' },
      reply: {
        ...shown,
        subject: 'Welcome!',
        version: 2,
        published_version: 2,
        updated_at: '2026-11-15T10:00:00.000Z',
      },
    },
  }),
  deleteTemplate: operation({
    id: 'deleteTemplate',
    method: 'DELETE',
    audit: 'template.deleted',
    path: '/v1/templates/{id}',
    tag: 'Templates',
    summary: 'Delete a template',
    description:
      'Deletes the template permanently. This cannot be undone. Emails rendered from it stay. Refused while a workflow sends it.',
    permission: 'templates:write',
    params,
    reply: Acknowledgment,
    refusals: ['invalid_state'],
    example: { params: { id: welcome.id }, reply: { success: true, message: 'Template deleted.' } },
  }),
  renderTemplate: operation({
    id: 'renderTemplate',
    method: 'POST',
    audit: { never: 'it changes nothing' },
    path: '/v1/templates/{id}/render',
    tag: 'Templates',
    summary: 'Preview a template',
    description: 'Returns the newest version as rendered, even if it is a draft. Nothing is sent.',
    permission: 'templates:read',
    params,
    body: TemplateRender,
    maxValues: 12_000,
    reply: RenderedTemplate,
    repeatable: true,
    refusals: ['missing_variable'],
    example: {
      params: { id: welcome.id },
      body: { variables: { first_name: 'Ada', code: 481_502 } },
      reply: { subject: 'Welcome, Ada', html: '<p>Hello Ada, your code is 481502.</p>' },
    },
  }),
}
