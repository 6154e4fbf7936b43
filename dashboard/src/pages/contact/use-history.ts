import type { ContactEvent } from '@posthorn/contract/audience/contact-history'
import type { Contact } from '@posthorn/contract/audience/contacts'
import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import type { SmsListItem } from '@posthorn/contract/messages/sms'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callWith } from '#api/call.ts'
import { useMay } from '#api/session.ts'
import { type Entry, merged } from './history.ts'

export type HistoryItem = Entry &
  (
    | { kind: 'email'; email: EmailListItem }
    | { kind: 'sent' | 'received'; sms: SmsListItem }
    | { kind: 'event'; event: ContactEvent }
  )

type Read = (query: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Piece>
type Piece = { entries: HistoryItem[]; next: string | undefined }
/** The next cursor of each list; a finished list is not in it. */
type Cursors = Record<string, string | undefined>

const pageSize = 25

/** The events of a contact and the messages from and to it: up to four lists, read in parallel and merged. */
export function useHistory(contact: Contact) {
  const lists = listsOf(contact, { emails: useMay('emails:read'), sms: useMay('sms:read') })
  const pages = useInfiniteQuery({
    queryKey: ['listContactHistory', 'history', contact.id, Object.keys(lists)],
    queryFn: async ({ pageParam, signal }) => {
      const asked = Object.entries(lists).filter(([name]) => name in pageParam)
      const pieces = asked.map(async ([name, read]) => {
        const cursor = pageParam[name]
        return [name, await read({ limit: pageSize, ...(cursor && { cursor }) }, signal)] as const
      })
      return Object.fromEntries(await Promise.all(pieces))
    },
    initialPageParam: Object.fromEntries(Object.keys(lists).map(name => [name, undefined])) as Cursors, // as: from the start
    getNextPageParam: page => {
      const next = Object.entries(page).flatMap(([name, piece]) => (piece.next ? [[name, piece.next] as const] : []))
      return next.length > 0 ? Object.fromEntries(next) : undefined
    },
  })
  const read = pages.data?.pages ?? []
  const entries = merged(
    Object.keys(lists).map(name => ({
      entries: read.flatMap(page => page[name]?.entries ?? []),
      hasMore: Boolean(read.at(-1)?.[name]?.next),
    })),
  )
  return { ...pages, entries }
}

/** The lists that this contact can be in and that the role may read. */
function listsOf({ id, email, phone_number }: Contact, may: { emails: boolean; sms: boolean }): Record<string, Read> {
  const events: Read = async (query, signal) => {
    const page = await callWith({ signal }, 'listContactHistory', { params: { id }, query })
    const entries = page.data.map(it => ({ id: it.id, at: it.created_at, kind: 'event' as const, event: it }))
    return { entries, next: page.next_cursor }
  }
  const emails: Read = async (query, signal) => {
    const page = await callWith({ signal }, 'listEmails', { query: { ...query, ...(email && { to: email }) } })
    const entries = page.data.map(it => ({ id: it.id, at: it.created_at, kind: 'email' as const, email: it }))
    return { entries, next: page.next_cursor }
  }
  const sms =
    (kind: 'sent' | 'received', filter: { to: string } | { from: string }): Read =>
    async (query, signal) => {
      const page = await callWith({ signal }, 'listSms', { query: { ...query, ...filter } })
      return { entries: page.data.map(it => ({ id: it.id, at: it.created_at, kind, sms: it })), next: page.next_cursor }
    }
  return {
    events,
    ...(email && may.emails && { emails }),
    ...(phone_number &&
      may.sms && { sent: sms('sent', { to: phone_number }), received: sms('received', { from: phone_number }) }),
  }
}
