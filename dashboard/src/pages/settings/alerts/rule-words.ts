/** The texts of a rule. */
import type { AlertKind } from '@posthorn/contract/console/alerts'

type Words = {
  title: string
  hint: string
  /** The label of the limit; undefined if the rule has none. */
  limit?: { label: string; step: string }
  atLeast?: string
}

export const ruleWords: Record<AlertKind, Words> = {
  bounce_rate: {
    title: 'High bounce rate',
    hint: 'Of emails accepted in the last hour.',
    limit: { label: 'Above (%)', step: 'any' },
    atLeast: 'Minimum emails',
  },
  complaint_rate: {
    title: 'High spam complaint rate',
    hint: 'Of emails accepted in the last day.',
    limit: { label: 'Above (%)', step: 'any' },
    atLeast: 'Minimum emails',
  },
  waiting: {
    title: 'Messages waiting',
    hint: 'An email or text message was not sent when it was due.',
    limit: { label: 'Longer than (minutes)', step: '1' },
  },
  webhook: {
    title: 'Webhook failing',
    hint: 'Every delivery fails, or it was disabled because of failures.',
    limit: { label: 'Longer than (minutes)', step: '1' },
  },
  runs: {
    title: 'Workflow runs failing',
    hint: 'Of runs started in the last hour.',
    limit: { label: 'More than', step: '1' },
  },
  domain: {
    title: 'Domain DNS records missing',
    hint: 'Its emails are no longer signed, or their bounces are lost.',
  },
  credits: {
    title: 'Credits running low',
    hint: 'Less than this share of the monthly credits is left.',
    limit: { label: 'Below (%)', step: 'any' },
  },
}
