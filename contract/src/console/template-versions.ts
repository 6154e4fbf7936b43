/** The versions of a template: what they said, and how one of them becomes the draft again. */
import { type Static, Type } from 'typebox'
import { Template, templateStatuses } from '../messages/templates.ts'
import { operation } from '../operation.ts'
import { Nullable, OneOf, PathId, Timestamp } from '../scalars.ts'

const { subject, html, text, mjml, variables } = Template.properties

export const TemplateVersion = Type.Object({
  version: Type.Number(),
  status: OneOf(templateStatuses),
  subject,
  html,
  text,
  mjml,
  variables,
  created_at: Timestamp,
  published_at: Nullable(Timestamp, { description: 'Null: a draft.' }),
})
export type TemplateVersion = Static<typeof TemplateVersion>

const params = Type.Object({ id: PathId, version: Type.String({ description: 'Its number.' }) })

export const templateVersionOperations = {
  getTemplateVersion: operation({
    id: 'getTemplateVersion',
    method: 'GET',
    path: '/console/templates/{id}/versions/{version}',
    summary: 'A version of a template as it was written',
    access: 'member',
    permission: 'templates:read',
    params,
    reply: TemplateVersion,
    refusals: [],
  }),
  restoreTemplateVersion: operation({
    id: 'restoreTemplateVersion',
    method: 'POST',
    audit: 'template.version_restored',
    path: '/console/templates/{id}/versions/{version}/restore',
    summary: 'Write the draft anew with the content of a version',
    description:
      'All of it: what the version did not have is gone from the draft. What is published stays, and so does everything when the newest version says the same.',
    access: 'member',
    permission: 'templates:write',
    params,
    reply: Template,
    refusals: [],
  }),
} as const
