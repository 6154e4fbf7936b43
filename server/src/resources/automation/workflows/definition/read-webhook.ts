import { type Context, checkLiquid } from './context.ts'
import type { Webhook } from './definition.ts'
import { deepestJson, isDeeperThan, replaceTexts } from './json-texts.ts'
import { complain, entriesOf, fieldsOf, given, optional, type Place, readFormat, within, wrongType } from './reading.ts'

export function readWebhook(place: Place, context: Context): Webhook {
  const field = fieldsOf(place, ['url', 'headers', 'body'])
  const body = optional(field('body'), one => readBody(one, context))
  return given({ url: readFormat(field('url'), 'http-url'), headers: optional(field('headers'), readHeaders), body })
}

const maxTexts = 1_000

function readBody(place: Place, { parse }: Context): unknown {
  if (isDeeperThan(deepestJson, place.value)) {
    complain(place, `must be at most ${deepestJson} levels deep`)
    return null
  }
  let texts = 0
  const body = replaceTexts(place.value, (text, path) => {
    texts++
    if (texts <= maxTexts) checkLiquid(path === '' ? place : within(place, path, text), text, parse)
    return text
  })
  if (texts > maxTexts) complain(place, `must have at most ${maxTexts} texts in it`)
  return body
}

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,76}$/
/** Visible ASCII, with spaces inside. */
const line = /^[!-~](?:[ !-~]{0,2046}[!-~])?$/

const maxHeaders = 20

function readHeaders(place: Place): Record<string, string> {
  const entries = entriesOf(place)
  if (entries.length > maxHeaders) {
    complain(place, `must have at most ${maxHeaders} entries`)
    return {}
  }
  const read = ([name, one]: [string, Place]) => [name, readHeader(name, one)] as const
  return Object.fromEntries(entries.map(read))
}

function readHeader(name: string, place: Place): string {
  const { value } = place
  if (!token.test(name)) complain(place, 'must be named with letters, digits and signs such as -')
  else if (isOurs(name)) complain(place, 'is a header that Posthorn writes itself; leave it out')
  if (typeof value !== 'string') wrongType(place, 'a string')
  else if (!line.test(value)) complain(place, 'must be one line of 1 to 2048 ASCII characters')
  else return value
  return ''
}

const ours = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

const isOurs = (name: string): boolean => ours.has(name.toLowerCase()) || /^(webhook|svix|proxy)-/i.test(name)
