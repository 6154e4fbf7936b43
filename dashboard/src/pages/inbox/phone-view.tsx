import { Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { ErrorState } from '#empty/error-state.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { exampleSms } from '#messages/examples.ts'
import { NewKey } from '#messages/new-key.tsx'
import { SmsBubble } from '#messages/sms-bubble.tsx'
import { statusInWords } from '#status/message-status.tsx'
import { LoadMore } from '#table/load-more.tsx'
import { Time } from '#time/time.tsx'
import { type Conversation, conversationsOf, isInbound } from './conversations.ts'
import { markOpened, useOpened } from './opened-messages.ts'
import { useShown } from './shown.ts'
import { Entry, TwoPanes } from './two-panes.tsx'

const pollMs = 700 // as for email: on screen within a second

/** Text messages as recipients see them, by phone number. */
export function PhoneView() {
  const [{ open }, setFilters] = useFilters(['open'])
  const sms = usePages('listSms', { query: { limit: 100 } })
  useRenewal(['sms'], ['listSms'], pollMs)
  const conversations = conversationsOf(sms.rows)
  const number = useShown(open, conversations[0]?.number)
  const shown = conversations.find(one => one.number === number) ?? conversations[0]

  if (sms.isPending) return <SkeletonRows />
  if (sms.error && sms.rows.length === 0) return <ErrorState error={sms.error} onRetry={() => sms.refetch()} />
  if (!shown) return <NoTexts />
  return (
    <TwoPanes
      label="Numbers"
      isChosen={open !== undefined}
      onBack={() => setFilters({ open: '' })}
      reader={<Phone key={shown.number} conversation={shown} />}
      list={
        <>
          {conversations.map(conversation => (
            <NumberEntry
              key={conversation.number}
              conversation={conversation}
              isOpen={conversation === shown}
              onOpen={() => setFilters({ open: conversation.number })}
            />
          ))}
          <LoadMore pages={sms} className="p-3" isSmall />
        </>
      }
    />
  )
}

type NumberEntryProps = { conversation: Conversation; isOpen: boolean; onOpen: () => void }

function NumberEntry({ conversation: { number, messages }, isOpen, onOpen }: NumberEntryProps) {
  const last = messages.at(-1)
  const opened = useOpened()
  if (!last) return null
  return (
    <Entry
      title={number}
      isOpen={isOpen}
      isNew={!opened.has(last.id)}
      onOpen={onOpen}
      at={<Time at={last.created_at} />}
    >
      <span className="block truncate text-sm text-soft">{last.body}</span>
    </Entry>
  )
}

function Phone({ conversation: { number, messages } }: { conversation: Conversation }) {
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  useEffect(() => {
    if (last) markOpened(last)
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  return (
    <div className="mx-auto my-4 flex w-full max-w-sm flex-col overflow-hidden rounded-[2rem] border-4 border-line-strong bg-raised md:my-8 md:h-[38rem] md:max-h-[calc(100%-4rem)]">
      <p className="border-b border-line py-3 text-center font-medium tabular-nums">{number}</p>
      <div className="grow space-y-3 overflow-y-auto p-4">
        {messages.map(message => (
          <div key={message.id}>
            <SmsBubble sms={{ body: message.body, direction: isInbound(message) ? 'inbound' : 'outbound' }} />
            <p className={`mt-0.5 px-1 text-xs text-faint ${isInbound(message) ? 'text-right' : ''}`}>
              <Time at={message.created_at} /> ·{' '}
              <Link to="/sms/$id" params={{ id: message.id }} className="underline hover:text-ink">
                {statusInWords(message.status, message.captured)}
              </Link>
            </p>
          </div>
        ))}
        <div ref={end} />
      </div>
    </div>
  )
}

const NoTexts = () => (
  <EmptyState
    icon={MessageSquare}
    title="Waiting for the first text message"
    code={
      <NewKey isOnlyForHere>
        {apiKey => <Curl apiKey={apiKey} path="/v1/sms" body={exampleSms} title="Run this and watch it arrive here" />}
      </NewKey>
    }
  >
    Text messages appear here within a second, as on the recipient’s phone.
  </EmptyState>
)
