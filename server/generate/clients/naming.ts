/** The name of an operation in the clients: `POST /v1/emails`, sendEmail, becomes `emails.send`. */
import type { ApiOperation } from '@posthorn/contract/operation'

/** For names that the rule makes misleading, or that Python reserves. */
const exceptions: Readonly<Record<string, string>> = {
  getReceiverAnalytics: 'getReceivers',
  importContacts: 'importRows',
  importSuppressions: 'importRows',
}

/** The first part of the path is the resource; the id without the resource's noun is the method. */
export function clientName({ id, path }: Pick<ApiOperation, 'id' | 'path'>): { resource: string; method: string } {
  const segment = path.split('/')[2] ?? ''
  const plural = pascalCase(segment)
  const noun = new RegExp(`${plural}|${plural.replace(/s$/, '')}`)
  return { resource: lowerFirst(plural), method: exceptions[id] ?? id.replace(noun, '') }
}

export const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
