import type { RenderedTemplate, TemplateListItem, Template as WireTemplate } from '@posthorn/contract/templates'
import { variablesOf } from './content.ts'
import type { RenderedContent } from './render.ts'
import type { Template, TemplateSummary } from './template.ts'

export const toWireItem = (template: TemplateSummary): TemplateListItem => ({
  id: template.id,
  friendly_name: template.friendlyName,
  ...(template.description !== null && { description: template.description }),
  status: template.status,
  version: template.version,
  ...(template.publishedVersion !== null && { published_version: template.publishedVersion }),
  subject: template.subject,
  created_at: template.createdAt.toISOString(),
  updated_at: template.updatedAt.toISOString(),
})

/** Of html and mjml the one that was written is shown, so that what was read can be sent back. */
export function toWireTemplate(template: Template): WireTemplate {
  const { subject, html, text, mjml } = template.content
  return {
    ...toWireItem({ ...template, subject }),
    ...(html !== null && { html }),
    ...(text !== null && { text }),
    ...(mjml !== null && { mjml }),
    variables: variablesOf(template.content),
  }
}

export const toWireRendered = ({ subject, html, text }: RenderedContent): RenderedTemplate => ({
  subject,
  ...(html !== null && { html }),
  ...(text !== null && { text }),
})
