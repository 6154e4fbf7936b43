import { fatal } from '#core/fatal.ts'

/** The address of an API without its end: people also give it with a slash, or with the /v1 of every path. A host may be called v1. */
export function readApiUrl(name: string, text: string): string {
  const { protocol } = URL.parse(text) ?? {}
  if (protocol === 'http:' || protocol === 'https:') return text.trim().replace(/(?<=[^/:])\/+(?:v1\/*)?$/, '')
  throw fatal(`${name} must be an address such as https://posthorn.example.com, not "${text}".`)
}
