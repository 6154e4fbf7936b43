import type { Get } from './certificates.ts'

/** A certificate has about 2,000 characters, the answer to a confirmation fewer. */
const maxLength = 65_536

export const getFromAmazon: Get = async url => {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) })
  let body = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    body += decoder.decode(chunk, { stream: true })
    if (body.length > maxLength) throw new Error('the answer of Amazon is too long')
  }
  return { status: response.status, body }
}
