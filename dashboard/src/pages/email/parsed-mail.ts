import { useQuery } from '@tanstack/react-query'
import PostalMime, { type Email as Mail } from 'postal-mime'
import { callWith } from '#api/call.ts'

export type ParsedMail = { raw: string; mail: Mail }

/** The raw message and its parsed form: headers and attachments are only in there. */
export const useParsedMail = (id: string) =>
  useQuery({
    queryKey: ['getRawEmail', id],
    queryFn: async ({ signal }): Promise<ParsedMail> => {
      const raw = await callWith({ signal }, 'getRawEmail', { params: { id } })
      return { raw, mail: await PostalMime.parse(raw) }
    },
    staleTime: Number.POSITIVE_INFINITY, // an accepted message never changes
  })

/** Replaces cid: references with the images attached to the message. */
export function withInlineImages(html: string, mail: Mail | undefined): string {
  return (mail?.attachments ?? []).reduce((text, { contentId, mimeType, content }) => {
    const id = contentId?.replace(/^<|>$/g, '')
    return id && mimeType.startsWith('image/')
      ? text.replaceAll(`cid:${id}`, `data:${mimeType};base64,${base64(content)}`)
      : text
  }, html)
}

export function base64(content: string | ArrayBuffer | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  let binary = ''
  // In chunks: a call with a million arguments overflows the stack.
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}
