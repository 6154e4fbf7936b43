/** Renders a template that is not stored yet. */
import { type Static, Type } from 'typebox'
import { RenderedTemplate, TemplateCreate, TemplateRender, templates } from '../messages/templates.ts'
import { operation } from '../operation.ts'

const { subject, html, text, mjml } = TemplateCreate.properties

export const TemplateTrial = Type.Object(
  { subject, html, text, mjml, variables: TemplateRender.properties.variables },
  { description: 'The content of a new template, and the variables to render it with.' },
)
export type TemplateTrial = Static<typeof TemplateTrial>

export const templateTrialOperations = {
  tryTemplate: operation({
    id: 'tryTemplate',
    method: 'POST',
    audit: { never: 'it changes nothing' },
    path: '/console/templates/try',
    summary: 'Render template content; nothing is stored',
    access: 'member',
    permission: 'templates:write',
    body: TemplateTrial,
    bodyLimit: templates.createTemplate.bodyLimit,
    maxValues: 12_000,
    reply: RenderedTemplate,
    repeatable: true,
    refusals: ['missing_variable'],
  }),
} as const
