import type { Fault } from '@posthorn/contract/errors'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { hasControlCharacter, hasNull, noControlCharacters, noNull } from '#core/characters.ts'
import type { Draft } from '../draft.ts'
import type { Objections } from './objections.ts'

/** 5 MiB in UTF-8, for html and text each. */
const maxOctets = 5 * 1024 * 1024

type Content = Pick<Draft, 'subject' | 'html' | 'text' | 'size'>

/** An empty html or text counts as none. */
export function readContent(body: EmailSend, objections: Objections): Content {
  const subject = body.subject ?? ''
  const html = body.html || null
  const text = body.text || null
  if (hasControlCharacter(subject)) objections.faults.push({ path: 'subject', message: noControlCharacters })
  objections.faults.push(...faultsOfChoice(body))
  const size = Buffer.byteLength(subject) + measure('html', html, objections) + measure('text', text, objections)
  return { subject, html, text, size }
}

function measure(path: 'html' | 'text', part: string | null, { faults, tooLarge }: Objections): number {
  if (part !== null && hasNull(part)) faults.push({ path, message: noNull })
  const octets = part === null ? 0 : Buffer.byteLength(part)
  if (octets > maxOctets) tooLarge.push({ path, message: `${path} is larger than 5 MiB. Make it shorter.` })
  return octets
}

/** The content comes either from the request or from a template. */
function faultsOfChoice(body: EmailSend): Fault[] {
  const template = body.template_id === undefined ? 'template_friendly_name' : 'template_id'
  const isWritten = Boolean(body.html || body.text)
  if (body[template] !== undefined) return isWritten ? [{ path: template, message: eitherOr }] : []
  const faults: Fault[] = []
  if (!isWritten) faults.push({ path: body.html === undefined ? 'text' : 'html', message: notEmpty })
  if (body.subject === undefined) faults.push({ path: 'subject', message: 'is required' })
  return faults
}

const eitherOr = 'must not come together with html or text: give one or the other'
const notEmpty = 'must not be empty: give html or text'
