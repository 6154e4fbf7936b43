import type { templateStatuses } from '@posthorn/contract/messages/templates'

export type TemplateStatus = (typeof templateStatuses)[number]

/** What the author wrote: html or mjml or neither, and text or not. */
export type Content = { subject: string; html: string | null; text: string | null; mjml: string | null }

/** A template with its newest version. */
export type Template = {
  id: string
  friendlyName: string
  description: string | null
  publishedVersion: number | null
  createdAt: Date
  updatedAt: Date
  version: number
  status: TemplateStatus
  content: Content
}

/** Any one of its versions. */
export type TemplateVersion = {
  version: number
  status: TemplateStatus
  content: Content
  createdAt: Date
  publishedAt: Date | null
}

/** A template in a list, without its content. */
export type TemplateSummary = Omit<Template, 'content'> & { subject: string }
