/** What people read of a rule. */
import type { AlertKind } from '@posthorn/contract/console/alerts'

type Words = {
  title: string
  hint: string
  /** What the limit is counted in; without it there is none to set. */
  limit?: { label: string; step: string }
  atLeast?: string
}

export const ruleWords: Record<AlertKind, Words> = {
  bounce_rate: {
    title: 'Many emails bounce',
    hint: 'Of those accepted in the last hour.',
    limit: { label: 'Above, %', step: 'any' },
    atLeast: 'At least, emails',
  },
  complaint_rate: {
    title: 'Many emails are reported as spam',
    hint: 'Of those accepted in the last day.',
    limit: { label: 'Above, %', step: 'any' },
    atLeast: 'At least, emails',
  },
  waiting: {
    title: 'Messages wait',
    hint: 'An email or a text message that was to leave has not.',
    limit: { label: 'Longer than, minutes', step: '1' },
  },
  webhook: {
    title: 'A webhook fails',
    hint: 'Nothing but failures, or switched off because of them.',
    limit: { label: 'Longer than, minutes', step: '1' },
  },
  runs: {
    title: 'Runs of a workflow fail',
    hint: 'Of those that began in the last hour.',
    limit: { label: 'More than', step: '1' },
  },
  domain: {
    title: 'A domain lost its DNS records',
    hint: 'Its emails are not signed any more, or their bounces are lost.',
  },
  credits: {
    title: 'Credits run out',
    hint: 'Less is left than this part of a month.',
    limit: { label: 'Below, %', step: 'any' },
  },
}
