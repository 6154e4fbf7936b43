/** The versions of a template: reading one, and restoring one as the draft. */
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
  published_at: Nullable(Timestamp, { description: 'Null for a draft.' }),
})
export type TemplateVersion = Static<typeof TemplateVersion>

const params = Type.Object({ id: PathId, version: Type.String({ description: 'The number of the version.' }) })

export const TemplateThumbnail = Type.Object({
  html: Nullable(Type.String(), { description: 'Null when the template has no html, or too much for a thumbnail.' }),
})

export const templateVersionOperations = {
  getTemplateThumbnail: operation({
    id: 'getTemplateThumbnail',
    method: 'GET',
    path: '/console/templates/{id}/thumbnail',
    summary: 'Read the newest version as html for a thumbnail',
    description: 'Variables are replaced by their names.',
    access: 'member',
    permission: 'templates:read',
    params: Type.Object({ id: PathId }),
    reply: TemplateThumbnail,
    refusals: [],
  }),
  getTemplateVersion: operation({
    id: 'getTemplateVersion',
    method: 'GET',
    path: '/console/templates/{id}/versions/{version}',
    summary: 'Read the source of a template version',
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
    summary: 'Replace the draft with the content of a version',
    description:
      'Replaces the whole draft: fields that the version did not have are removed. The published version stays. Nothing changes when the newest version already has this content.',
    access: 'member',
    permission: 'templates:write',
    params,
    reply: Template,
    refusals: [],
  }),
} as const
