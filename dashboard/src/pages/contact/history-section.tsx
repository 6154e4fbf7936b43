import type { Contact } from '@posthorn/contract/contacts'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type LucideIcon, Mail, MessageSquare, MessageSquareReply, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRenewal } from '#api/renewal.ts'
import { Button } from '#button/button.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { MessageStatus } from '#status/message-status.tsx'
import { Time } from '#time/time.tsx'
import { type Message, useHistory } from './use-history.ts'

/** Every message from and to a contact, newest first, down to its creation. */
export function HistorySection({ contact }: { contact: Contact }) {
  const history = useHistory(contact)
  useRenewal(['email', 'sms'], ['listEmails'], 5_000)
  return (
    <section className="card mb-4">
      <h2 className="flex min-h-11 items-center border-b border-line px-4 font-semibold">History</h2>
      <Loaded query={history} skeleton={<SkeletonRows rows={5} />}>
        {() => (
          <ol className="divide-y divide-line">
            {history.entries.map(message => (
              <HistoryEntry key={message.id} {...lineOf(message)} />
            ))}
            {!history.hasNextPage && <HistoryEntry icon={UserPlus} text="Contact created" at={contact.created_at} />}
          </ol>
        )}
      </Loaded>
      {history.hasNextPage && (
        <div className="flex justify-center border-t border-line py-3">
          <Button isSmall isBusy={history.isFetchingNextPage} onClick={() => history.fetchNextPage()}>
            Earlier
          </Button>
        </div>
      )}
    </section>
  )
}

type Line = { icon: LucideIcon; text: string; at: string; status?: ReactNode; link?: LinkProps }

function lineOf(message: Message): Line {
  if (message.kind === 'email')
    return {
      icon: Mail,
      text: message.email.subject || 'No subject',
      at: message.at,
      status: <MessageStatus status={message.email.status} />,
      link: { to: '/emails/$id', params: { id: message.id } },
    }
  return {
    icon: message.kind === 'sent' ? MessageSquare : MessageSquareReply,
    text: message.sms.body || 'Media',
    at: message.at,
    status: <MessageStatus status={message.sms.status} />,
    link: { to: '/sms/$id', params: { id: message.id } },
  }
}

function HistoryEntry({ icon: Icon, text, at, status, link }: Line) {
  return (
    <li className={`relative flex min-h-11 items-center gap-3 px-4 py-1.5 ${link ? 'hover:bg-hover' : ''}`}>
      <Icon aria-hidden className="size-4 shrink-0 text-faint" />
      {link ? (
        <Link {...link} className="min-w-0 grow truncate after:absolute after:inset-0">
          {text}
        </Link>
      ) : (
        <span className="min-w-0 grow truncate text-soft">{text}</span>
      )}
      {status}
      <span className="shrink-0 text-sm text-faint">
        <Time at={at} />
      </span>
    </li>
  )
}
