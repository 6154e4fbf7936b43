/** A template that is not stored yet, looked at. */
import { type Static, Type } from 'typebox'
import { RenderedTemplate, TemplateCreate, TemplateRender, templates } from '../messages/templates.ts'
import { operation } from '../operation.ts'

const { subject, html, text, mjml } = TemplateCreate.properties

export const TemplateTrial = Type.Object(
  { subject, html, text, mjml, variables: TemplateRender.properties.variables },
  { description: 'As for a new template, and what it is filled in with.' },
)
export type TemplateTrial = Static<typeof TemplateTrial>

export const templateTrialOperations = {
  tryTemplate: operation({
    id: 'tryTemplate',
    method: 'POST',
    audit: { never: 'it changes nothing' },
    path: '/console/templates/try',
    summary: 'What an email of this content would say; nothing is stored',
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
