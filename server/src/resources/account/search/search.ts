/** Searches everything that a member may read by a part of its name, address, number or id. */
import { type ConsolePermission, mayDo } from '@posthorn/contract/console/permissions'
import type { Found, FoundKind } from '@posthorn/contract/console/search'
import { foundKinds } from '@posthorn/contract/console/search'
import type { Permission } from '@posthorn/contract/permissions'
import { Refusal } from '#core/refusal.ts'
import type { Member } from '#core/visitor.ts'
import type { Db } from '#postgres/database.ts'
import { readContacts } from '#resources/audience/contacts/read.ts'
import { readSuppressions } from '#resources/audience/suppressions/read.ts'
import { readEmails } from '#resources/messages/emails/read/read.ts'
import { readSmsList } from '#resources/messages/sms/read/read.ts'
import { type FewKind, findFew } from './store.ts'

/** A menu has no room for more; the list of each kind has. */
const ofEach = 5
const page = { limit: ofEach, before: undefined }

/** The same as for the list of the kind. */
const needs: Record<FoundKind, Permission | ConsolePermission> = {
  email: 'emails:read',
  sms: 'sms:read',
  broadcast: 'broadcasts:read',
  contact: 'contacts:read',
  suppression: 'contacts:read',
  template: 'templates:read',
  workflow: 'workflows:write',
  topic: 'contacts:read',
  webhook: 'webhooks:read',
  domain: 'console:read',
  key: 'keys:manage',
}

type ManyKind = Exclude<FoundKind, FewKind>
type Search = (db: Db, member: Member, text: string) => Promise<Omit<Found, 'kind'>[]>

/** Kinds of unlimited size use the search of their own list. */
const searches: Record<ManyKind, Search> = {
  email: async (db, member, search) =>
    (await readEmails(db, member, page, { search })).map(({ id, subject, to }) => ({
      id,
      title: subject,
      detail: to.join(', '),
    })),
  sms: async (db, member, text) => {
    const search = text.replaceAll(/[\s().]/g, '')
    if (!/^(\+[1-9]\d{2,14}|\d{4,15}|[0-9a-f-]{8,36})$/i.test(search)) return []
    return (await readSmsList(db, member, page, { search })).map(({ id, to, from, body }) => ({
      id,
      title: `${from} → ${to}`,
      detail: body,
    }))
  },
  contact: async (db, member, search) =>
    (await readContacts(db, member, page, { search })).map(({ id, email, phoneNumber, firstName, lastName }) => {
      const [title = '', ...rest] = [[firstName, lastName].filter(Boolean).join(' '), email, phoneNumber].filter(
        Boolean,
      )
      return { id, title: title ?? '', detail: rest.join(', ') }
    }),
  suppression: async (db, member, search) =>
    (await readSuppressions(db, member, page, { search })).map(({ id, email, reason }) => ({
      id,
      title: email ?? '',
      detail: reason.replace('_', ' '),
    })),
}

const isMany = (kind: FoundKind): kind is ManyKind => Object.hasOwn(searches, kind)
const isFew = (kind: FoundKind): kind is FewKind => !isMany(kind)

type Part = { kinds: readonly FoundKind[]; found: Promise<Found[]> }

export async function searchEverything(
  db: Db,
  member: Member,
  text: string,
): Promise<{ data: Found[]; unfinished: FoundKind[] }> {
  const kinds = foundKinds.filter(kind => mayDo(member.role, needs[kind]))
  const parts: Part[] = kinds.filter(isMany).map(kind => ({
    kinds: [kind],
    found: searches[kind](db, member, text).then(rows => rows.slice(0, ofEach).map(row => ({ kind, ...row }))),
  }))
  const few = kinds.filter(isFew)
  parts.push({ kinds: few, found: findFew(db, member, few, { text, limit: ofEach }) })
  const done = await Promise.all(parts.map(part => part.found.catch(tookTooLong)))
  return {
    data: done.flatMap(found => found ?? []),
    unfinished: parts.flatMap(({ kinds }, nth) => (done[nth] ? [] : kinds)),
  }
}

/** A kind that takes too long must not prevent the others from being shown. */
function tookTooLong(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'service_unavailable') return undefined
  throw error
}
