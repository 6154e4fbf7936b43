import type { Contact } from '@posthorn/contract/audience/contacts'
import { Link, type LinkProps } from '@tanstack/react-router'
import {
  Bell,
  BellOff,
  type LucideIcon,
  Mail,
  MessageSquare,
  MessageSquareReply,
  Pencil,
  Tag,
  UserPlus,
  Zap,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useRenewal } from '#api/renewal.ts'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { MessageStatus } from '#status/message-status.tsx'
import { LoadMore } from '#table/load-more.tsx'
import { Time } from '#time/time.tsx'
import { useTopics } from '../topics/all-topics.ts'
import { type NameTopic, wordsOf } from './contact-event-words.ts'
import { type HistoryItem, useHistory } from './use-history.ts'

/** Consent changes and every message from and to a contact, newest first, down to its creation. */
export function HistorySection({ contact }: { contact: Contact }) {
  const history = useHistory(contact)
  useRenewal(['contact', 'email', 'sms'], ['listContactHistory'], 5_000)
  const topics = useTopics()
  const nameTopic = (id: string) => (topics.data ? topics.data.find(one => one.id === id)?.name : 'a topic')
  // The creation is always the last entry, with the event's details if there is one.
  const isCreation = (one: HistoryItem) => one.kind === 'event' && one.event.type === 'contact.created'
  const creation = history.entries.find(isCreation)
  return (
    <section className="card mb-4">
      <h2 className="flex min-h-11 items-center border-b border-line px-4 font-semibold">History</h2>
      <Loaded query={history} skeleton={<SkeletonRows rows={5} />}>
        {() => (
          <ol className="divide-y divide-line">
            {history.entries
              .filter(one => one !== creation)
              .map(one => (
                <HistoryEntry key={one.id} {...lineOf(one, nameTopic)} />
              ))}
            {!history.hasNextPage && (
              <HistoryEntry
                icon={UserPlus}
                text="Contact created"
                {...(creation && lineOf(creation, nameTopic))}
                at={contact.created_at}
              />
            )}
          </ol>
        )}
      </Loaded>
      <LoadMore pages={history} className="border-t border-line py-3" isSmall />
    </section>
  )
}

type Line = { icon: LucideIcon; text: string; details?: string[]; at: string; status?: ReactNode; link?: LinkProps }

const icons: Readonly<Record<string, LucideIcon>> = {
  'contact.created': UserPlus,
  'contact.updated': Pencil,
  'contact.subscribed': Bell,
  'contact.unsubscribed': BellOff,
  'contact.topic_subscribed': Tag,
  'contact.topic_unsubscribed': Tag,
}

function lineOf(one: HistoryItem, nameTopic: NameTopic): Line {
  if (one.kind === 'event') return { icon: icons[one.event.type] ?? Zap, ...wordsOf(one.event, nameTopic), at: one.at }
  if (one.kind === 'email')
    return {
      icon: Mail,
      text: one.email.subject || 'No subject',
      at: one.at,
      status: <MessageStatus status={one.email.status} isCaptured={one.email.captured} />,
      link: { to: '/emails/$id', params: { id: one.id } },
    }
  return {
    icon: one.kind === 'sent' ? MessageSquare : MessageSquareReply,
    text: one.sms.body || 'Media',
    at: one.at,
    status: <MessageStatus status={one.sms.status} isCaptured={one.sms.captured} />,
    link: { to: '/sms/$id', params: { id: one.id } },
  }
}

function HistoryEntry({ icon: Icon, text, details = [], at, status, link }: Line) {
  return (
    <li className={`relative flex min-h-11 items-center gap-3 px-4 py-1.5 ${link ? 'hover:bg-hover' : ''}`}>
      <Icon aria-hidden className="size-4 shrink-0 text-faint" />
      {link ? (
        <Link {...link} className="min-w-0 grow truncate after:absolute after:inset-0">
          {text}
        </Link>
      ) : (
        <span className="min-w-0 grow text-soft">
          {text}
          {details.map(detail => (
            <span key={detail} className="block text-sm text-faint">
              {detail}
            </span>
          ))}
        </span>
      )}
      {status}
      <span className="shrink-0 text-sm text-faint">
        <Time at={at} />
      </span>
    </li>
  )
}
