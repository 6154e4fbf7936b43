/** Converts the contact variables of Resend's broadcasts to Liquid and back: {{{contact.first_name|there}}}. */
import { literal, ownLink, theirs, unescaped } from './template-braces.ts'

/** From before contacts had properties. */
const oldNames: Record<string, string> = { FIRST_NAME: 'first_name', LAST_NAME: 'last_name', EMAIL: 'email' }
const known = new Set(['first_name', 'last_name', 'email'])
const ours = /\{\{ contact\.(?:properties\.)?([A-Za-z_]\w{0,99}) \| default: "((?:[^"\\]|\\.)*)" \}\}/gs

/**
 * A missing value prints nothing, as on Resend. Unlike there, values are escaped in html, since people who sign up by a form choose their name.
 * A name that is not a contact field becomes a missing variable, so that the broadcast is refused instead of sent.
 */
export const toBroadcastLiquid = (source: string): string =>
  source.replaceAll(theirs, (_, name: string, fallback: string | undefined) => {
    if (name === ownLink.theirs) return `{{ ${ownLink.ours} }}`
    const field = Object.hasOwn(oldNames, name) ? oldNames[name] : /^contact\.(\w+)$/.exec(name)?.[1]
    if (field === undefined) return `{{ ${name} }}`
    const path = known.has(field) ? `contact.${field}` : `contact.properties.${field}`
    return `{{ ${path} | default: ${literal(fallback?.trim() ?? '')} }}`
  })

/** The properties that a text prints. They may not exist as contact fields. */
export const propertiesIn = (source: string): string[] =>
  [...source.matchAll(theirs)].flatMap(([, name = '']) => {
    const field = /^contact\.(\w+)$/.exec(name)?.[1]
    return field === undefined || known.has(field) ? [] : [field]
  })

export const fromBroadcastLiquid = (source: string): string =>
  source
    .replaceAll(`{{ ${ownLink.ours} }}`, `{{{${ownLink.theirs}}}}`)
    .replaceAll(ours, (_, field: string, fallback: string) =>
      fallback === '' ? `{{{contact.${field}}}}` : `{{{contact.${field}|${unescaped(fallback)}}}}`,
    )
