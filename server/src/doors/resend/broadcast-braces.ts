/** What Resend's broadcasts print of a contact, as Liquid, and back: {{{contact.first_name|there}}}. */
import { literal, theirs } from './template-braces.ts'

const ownLink = { theirs: 'RESEND_UNSUBSCRIBE_URL', ours: 'unsubscribe_url' }

/** Written so before contacts had properties. */
const oldNames: Record<string, string> = { FIRST_NAME: 'first_name', LAST_NAME: 'last_name', EMAIL: 'email' }
const known = new Set(['first_name', 'last_name', 'email'])
const ours = /\{\{ contact\.(?:properties\.)?([A-Za-z_]\w{0,99}) \| default: "([^"]*)" \}\}/g

/**
 * Whoever lacks a value gets nothing in its place, as there. Unlike there, a value is escaped in html: who signs up by a form chooses their name.
 * A name that is not of a contact stays a variable that is missing, so that it is refused in place of sent.
 */
export const toBroadcastLiquid = (source: string): string =>
  source.replaceAll(theirs, (_, name: string, fallback: string | undefined) => {
    if (name === ownLink.theirs) return `{{ ${ownLink.ours} }}`
    const field = Object.hasOwn(oldNames, name) ? oldNames[name] : /^contact\.(\w+)$/.exec(name)?.[1]
    if (field === undefined) return `{{ ${name} }}`
    const path = known.has(field) ? `contact.${field}` : `contact.properties.${field}`
    return `{{ ${path} | default: ${literal(fallback?.trim() ?? '')} }}`
  })

/** The properties that it prints: whether each is a field of contacts is not for the text to say. */
export const propertiesIn = (source: string): string[] =>
  [...source.matchAll(theirs)].flatMap(([, name = '']) => {
    const field = /^contact\.(\w+)$/.exec(name)?.[1]
    return field === undefined || known.has(field) ? [] : [field]
  })

export const fromBroadcastLiquid = (source: string): string =>
  source
    .replaceAll(`{{ ${ownLink.ours} }}`, `{{{${ownLink.theirs}}}}`)
    .replaceAll(ours, (_, field: string, fallback: string) =>
      fallback === '' ? `{{{contact.${field}}}}` : `{{{contact.${field}|${fallback}}}}`,
    )
