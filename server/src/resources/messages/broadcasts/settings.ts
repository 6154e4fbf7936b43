/** The valid settings of a broadcast, and what is missing before it can be sent. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { BroadcastChannel, BroadcastUpdate, BroadcastVariant } from '@posthorn/contract/broadcasts/requests'
import type { Fault } from '@posthorn/contract/errors'
import type { Variant } from '#resources/messages/emails/draft.ts'
import { maxMinutes, minutesOf, type Settings } from './broadcast.ts'

const maxContent = 1024 * 1024
const maxVariables = 32 * 1024

/** Fields that the other channel does not have. */
const ofEmail = [
  ...['subject', 'preview_text', 'html', 'text', 'template_id', 'reply_to', 'track_opens', 'track_clicks', 'ab_test'],
] as const
const ofSms = ['body'] as const

/** A draft may be incomplete, but what it has must be valid. */
export function faultsOfDraft(channel: BroadcastChannel, settings: Settings): Fault[] {
  const { pace, ab_test, variables } = settings
  const given = settings as Record<string, unknown> // as: by their names
  const foreign = (channel === 'email' ? ofSms : ofEmail).filter(
    name => given[name] !== undefined && given[name] !== false,
  )
  const durations = [
    { path: 'pace.over', value: pace?.over },
    { path: 'ab_test.wait', value: ab_test?.wait },
  ]
  const texts = [
    ...[settings.html, settings.text].map((text, nth) => ({ path: nth === 0 ? 'html' : 'text', text })),
    ...[ab_test?.b.html, ab_test?.b.text].map((text, nth) => ({
      path: `ab_test.b.${nth === 0 ? 'html' : 'text'}`,
      text,
    })),
  ]
  return [
    ...foreign.map(path => ({ path, message: `is not for a broadcast of channel ${channel}: leave it out` })),
    ...(pace && (pace.per_hour === undefined) === (pace.over === undefined)
      ? [{ path: 'pace', message: 'must have either per_hour or over' }]
      : []),
    ...durations
      .filter(({ value }) => value !== undefined && minutesOf(value) > maxMinutes)
      .map(({ path }) => ({ path, message: 'must not be longer than 168h' })),
    ...texts
      .filter(({ text }) => text !== undefined && Buffer.byteLength(text) > maxContent)
      .map(({ path }) => ({ path, message: 'must not be larger than 1 MiB' })),
    ...(variables && Buffer.byteLength(JSON.stringify(variables)) > maxVariables
      ? [{ path: 'variables', message: 'must not be larger than 32 KiB as JSON' }]
      : []),
    ...twoContents('', settings),
    ...(ab_test ? twoContents('ab_test.b.', ab_test.b) : []),
    ...(ab_test && Object.values(ab_test.b).every(value => value === undefined)
      ? [{ path: 'ab_test.b', message: notDifferent }]
      : []),
  ]
}

/** What does not go together with a local time, at which all messages are created at once. */
export const faultsOfLocalTime = (settings: Settings): Fault[] =>
  (['pace', 'ab_test'] as const)
    .filter(other => settings[other])
    .map(path => ({ path, message: 'cannot be combined with local_time: remove one of them' }))

const notDifferent = 'must differ from variant a: give it another subject or content'

const twoContents = (before: string, { template_id, html, text }: BroadcastVariant): Fault[] =>
  template_id !== undefined && (html !== undefined || text !== undefined)
    ? [{ path: `${before}template_id`, message: 'must not be given together with html or text' }]
    : []

const required = 'must be given before it can be sent'

export const hasAudience = ({ topic_id, segment_id, everyone }: Settings): boolean =>
  topic_id !== undefined || segment_id !== undefined || everyone === true

/** What is missing before it can be sent. */
export function faultsOfSending(channel: BroadcastChannel, settings: Settings): Fault[] {
  const { from, html, text, template_id, subject, body } = settings
  const hasContent = channel === 'sms' ? body !== undefined : (html ?? text ?? template_id) !== undefined
  const content = channel === 'sms' ? 'body' : 'html'
  return [
    ...(from === undefined ? [{ path: 'from', message: required }] : []),
    ...(hasAudience(settings)
      ? []
      : [{ path: 'topic_id', message: 'must be given, or segment_id, or everyone must be true' }]),
    ...(hasContent
      ? []
      : [{ path: content, message: channel === 'sms' ? required : 'must be given, or text or template_id' }]),
    ...(channel === 'email' && hasContent && template_id === undefined && subject === undefined
      ? [{ path: 'subject', message: `${required}, unless a template supplies it` }]
      : []),
    ...blankOf(settings),
    ...(settings.ab_test && isDeepStrictEqual(variantOf(settings, 'a'), without(variantOf(settings, 'b')))
      ? [{ path: 'ab_test.b', message: notDifferent }]
      : []),
  ]
}

/** Nothing but white space. */
const blankOf = ({ html, text, body, ab_test }: Settings): Fault[] =>
  Object.entries({ html, text, body, 'ab_test.b.html': ab_test?.b.html, 'ab_test.b.text': ab_test?.b.text })
    .filter(([, given]) => given?.trim() === '')
    .map(([path]) => ({ path, message: 'must not be blank' }))

/** The content of one variant: b has what a has, except for the fields that it sets. */
export function variantOf(settings: Settings, variant: Variant): BroadcastVariant {
  const { subject, preview_text, html, text, template_id } = settings
  const a = without({ subject, preview_text, html, text, template_id })
  const b = settings.ab_test?.b
  if (variant === 'a' || !b) return a
  const own = without(b)
  if (own.template_id !== undefined) return { ...a, ...own, ...nothing('html', 'text') }
  if (own.html !== undefined || own.text !== undefined)
    return { ...a, ...nothing('html', 'text', 'template_id'), ...own }
  return { ...a, ...own }
}

const nothing = (...names: (keyof BroadcastVariant)[]) => Object.fromEntries(names.map(name => [name, undefined]))

const without = (variant: { [K in keyof BroadcastVariant]: BroadcastVariant[K] | undefined }): BroadcastVariant =>
  Object.fromEntries(Object.entries(variant).filter(([, value]) => value !== undefined))

/** Null removes a field. */
export function changed(settings: Settings, { name: _name, ...asked }: BroadcastUpdate): Settings {
  const merged = { ...settings, ...asked }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined))
}

/** After the start, messages have been created from everything else. One that its limits have paused goes on once they are raised. */
export const changeableLater: ReadonlySet<string> = new Set([
  'name',
  'pace',
  'max_bounce_percent',
  'max_complaint_percent',
])
