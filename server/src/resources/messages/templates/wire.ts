import type { TemplateVersion as WireTemplateVersion } from '@posthorn/contract/console/template-versions'
import type {
  RenderedTemplate,
  TemplateListItem,
  Template as WireTemplate,
} from '@posthorn/contract/messages/templates'
import type { RenderedContent } from './render.ts'
import type { Content, Template, TemplateSummary, TemplateVersion } from './template.ts'

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

/** `variables` are those that its content uses. */
export const toWireTemplate = (template: Template, variables: string[]): WireTemplate => ({
  ...toWireItem({ ...template, subject: template.content.subject }),
  ...toWireContent(template.content),
  variables,
})

export const toWireVersion = (one: TemplateVersion, variables: string[]): WireTemplateVersion => ({
  version: one.version,
  status: one.status,
  ...toWireContent(one.content),
  variables,
  created_at: one.createdAt.toISOString(),
  published_at: one.publishedAt?.toISOString() ?? null,
})

/** Of html and mjml only the written one is shown, so that a read template can be sent back. */
const toWireContent = (content: Content) => ({
  subject: content.subject,
  ...(content.html !== null && { html: content.html }),
  ...(content.text !== null && { text: content.text }),
  ...(content.mjml !== null && { mjml: content.mjml }),
})

export const toWireRendered = ({ subject, html, text }: RenderedContent): RenderedTemplate => ({
  subject,
  ...(html !== null && { html }),
  ...(text !== null && { text }),
})
