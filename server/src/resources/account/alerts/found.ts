/** Finds what is wrong by the rules of an environment. Pure. */
import type { AlertKind } from '@posthorn/contract/console/alerts'
import type { FailingPart } from '#resources/messages/domains/health.ts'
import type { Found } from './alert.ts'

export type Rule = { on: boolean; limit: number; atLeast: number }
export type Rules = Record<AlertKind, Rule>

export type Facts = {
  now: Date
  lastHour: { sent: number; bounced: number }
  lastDay: { delivered: number; complained: number }
  /** Since when the oldest undelivered message has waited; null when none waits. */
  waitingSince: { email: Date | null; sms: Date | null }
  webhooks: readonly { id: string; name: string; status: 'active' | 'inactive'; failingSince: Date | null }[]
  /** In the last hour. */
  failedRuns: readonly { id: string; name: string; count: number }[]
  failedDomains: readonly { name: string; missing: readonly FailingPart[] }[]
  /** `monthly` is null where there is no limit. */
  credits: { balance: number; monthly: number | null }
}

const minuteMs = 60_000
const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(2)} %`
const minutesSince = (moment: Date, now: Date): number => Math.floor((now.getTime() - moment.getTime()) / minuteMs)

type Finder = (rule: Rule, facts: Facts) => Omit<Found, 'kind'>[]

const finders: Record<AlertKind, Finder> = {
  bounce_rate: ({ limit, atLeast }, { lastHour: { sent, bounced } }) =>
    sent >= atLeast && (bounced / sent) * 100 > limit
      ? [
          {
            subject: '',
            title: `${percent(bounced, sent)} of the emails of the last hour bounced`,
            detail: `${bounced.toLocaleString('en')} of ${sent.toLocaleString('en')}; the limit is ${limit} %. Find out where these addresses come from.`,
            link: '/emails?status=bounced',
          },
        ]
      : [],
  complaint_rate: ({ limit, atLeast }, { lastDay: { delivered, complained } }) =>
    delivered >= atLeast && (complained / delivered) * 100 > limit
      ? [
          {
            subject: '',
            title: `${percent(complained, delivered)} of the emails of the last day were reported as spam`,
            detail: `${complained.toLocaleString('en')} of ${delivered.toLocaleString('en')}; the limit is ${limit} %. Write only to people who asked for it.`,
            link: '/emails?status=complained',
          },
        ]
      : [],
  waiting: ({ limit }, { now, waitingSince }) =>
    (['email', 'sms'] as const).flatMap(subject => {
      const since = waitingSince[subject]
      if (!since || minutesSince(since, now) <= limit) return []
      const [one, page] = subject === 'email' ? ['An email has', 'emails'] : ['A text message has', 'sms']
      const title = `${one} waited for ${minutesSince(since, now).toLocaleString('en')} minutes`
      const detail = `It was due at ${momentOf(since)}. The list shows what each message is waiting for.`
      return [{ subject, title, detail, link: `/${page}?status=processing` }]
    }),
  webhook: ({ limit }, { now, webhooks }) =>
    webhooks.flatMap(({ id, name, status, failingSince }) => {
      // A webhook that was switched off by hand is no problem.
      if (!failingSince || (status === 'active' && minutesSince(failingSince, now) <= limit)) return []
      const title =
        status === 'inactive'
          ? `The webhook ${name} became inactive because it kept failing`
          : `The webhook ${name} is failing`
      const detail = `Since ${momentOf(failingSince)}. Its deliveries show the answers of your endpoint. Failed deliveries can be replayed.`
      return [{ subject: id, title, detail, link: `/webhooks/${id}` }]
    }),
  runs: ({ limit }, { failedRuns }) =>
    failedRuns
      .filter(({ count }) => count > limit)
      .map(({ id, name, count }) => ({
        subject: id,
        title: `${count > 1_000 ? 'More than 1,000 runs' : count === 1 ? '1 run' : `${count.toLocaleString('en')} runs`} of the workflow ${name} failed in the last hour`,
        detail: 'Each run shows the step that failed, and why.',
        link: `/workflows/${id}?tab=runs`,
      })),
  domain: (_, { failedDomains }) =>
    failedDomains.map(({ name, missing }) => ({
      subject: name,
      title: `${missing.includes('dkim') ? 'The DKIM key' : 'The return path'} of ${name} is gone from DNS`,
      detail: 'Its emails are still sent, but receivers may refuse them. Add the records again.',
      link: '/domains',
    })),
  credits: ({ limit }, { credits: { balance, monthly } }) =>
    monthly !== null && balance < (monthly * limit) / 100
      ? [
          {
            subject: '',
            title: balance > 0 ? 'Few credits are left' : 'No credits are left',
            detail: `${balance.toLocaleString('en')} of ${monthly.toLocaleString('en')} a month.`,
            link: '/usage',
          },
        ]
      : [],
}

const momentOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

// `as`: the keys of an object literal.
const kinds = Object.keys(finders) as AlertKind[]

export const foundIn = (facts: Facts, rules: Rules): Found[] =>
  kinds
    .filter(kind => rules[kind].on)
    .flatMap(kind => finders[kind](rules[kind], facts).map(found => ({ kind, ...found })))
