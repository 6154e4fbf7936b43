import { type Context, checkLiquid } from './context.ts'
import type { Config } from './definition.ts'
import { addFault, type Field, inside } from './field.ts'
import { replaceTexts } from './json-texts.ts'

const maxTexts = 1_000

export function checkWebhook(field: Field, { headers = {}, body }: Config<'webhook'>, context: Context): void {
  for (const name of Object.keys(headers)) {
    const fault = faultOfName(name)
    if (fault !== undefined) addFault(inside(field, `headers.${name.slice(0, 76).toWellFormed()}`), fault)
  }
  const at = inside(field, 'body')
  let texts = 0
  replaceTexts(body, (text, path) => {
    texts++
    if (texts <= maxTexts) checkLiquid(inside(at, path), text, context)
    return text
  })
  if (texts > maxTexts) addFault(at, `must have at most ${maxTexts} texts in it`)
}

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,76}$/

function faultOfName(name: string): string | undefined {
  if (!token.test(name)) return 'must be named with letters, digits and signs such as -'
  return isOurs(name) ? 'is a header that Posthorn writes itself; leave it out' : undefined
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
