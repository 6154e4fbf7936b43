import type { Domain } from '@posthorn/contract/messages/domains'
import { ChevronRight, RefreshCw, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { sentenceOf } from '#api/failure.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { CopyButton } from '#code/copy-button.tsx'
import { SendTestButton } from '#messages/send-test/send-test-button.tsx'
import { Badge } from '#status/badge.tsx'
import { classes } from '#style/classes.ts'
import { Time } from '#time/time.tsx'
import { CheckList } from './check-list.tsx'
import { KeysRow } from './keys-row.tsx'
import { RecordList } from './record-list.tsx'
import { RemoveDomainDialog } from './remove-domain-dialog.tsx'
import { TlsSwitch } from './tls-switch.tsx'
import { Tracking } from './tracking.tsx'
import { useCheck } from './use-check.ts'

type Props = {
  domain: Domain
  isOpen: boolean
  /** Opened by a link, a click or by being added, not by default. */
  isChosen: boolean
  onToggle: () => void
}

/** A domain with its status; expanded, the DNS records it needs. */
export function DomainCard({ domain, isOpen, isChosen, onToggle }: Props) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isChosen) bringIntoView(card.current)
  }, [isChosen])
  return (
    <section ref={card} className="card scroll-mt-4 overflow-hidden">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-left -outline-offset-2! hover:bg-hover"
        >
          <ChevronRight
            aria-hidden
            className={classes('size-4 text-faint transition-transform', isOpen && 'rotate-90')}
          />
          <span className="font-semibold break-all">{domain.name}</span>
          <span className="ml-auto flex flex-wrap gap-2">
            {domain.failing.includes('dkim') ? (
              <Badge tone="bad">DKIM key missing from DNS</Badge>
            ) : (
              <Badge tone={domain.verified_at ? 'good' : 'warn'}>
                {domain.verified_at ? 'Verified' : 'Not verified'}
              </Badge>
            )}
            {domain.failing.includes('return_path') ? (
              <Badge tone="bad">Return path missing from DNS</Badge>
            ) : (
              <Badge tone={domain.return_path_verified_at ? 'good' : 'plain'}>
                {domain.return_path_verified_at ? 'Return path' : 'No return path'}
              </Badge>
            )}
          </span>
        </button>
      </h2>
      {isOpen && (
        <div id={id} className="border-t border-line">
          <DomainDetail domain={domain} />
        </div>
      )}
    </section>
  )
}

/** Among many domains it may be far below. Where its records can be seen already, nothing moves. */
function bringIntoView(card: HTMLElement | null): void {
  const top = card?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > innerHeight / 2) card?.scrollIntoView()
}

function DomainDetail({ domain }: { domain: Domain }) {
  const mayManage = useMay('domains:write')
  const check = useCheck(domain, mayManage)
  const [isRemoving, setRemoving] = useState(false)
  const checkedAt = check.data?.checked_at ?? domain.checked_at
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-4 py-2 text-sm">
        <p role="status" className="mr-auto text-soft">
          {check.isFetching ? (
            'Checking DNS…'
          ) : checkedAt ? (
            <>
              Checked <Time at={checkedAt} />
            </>
          ) : (
            'Not checked yet'
          )}
          {check.error && <span className="text-bad"> · {sentenceOf(check.error)}</span>}
        </p>
        <CopyButton
          text={domain.records.map(({ zone_line }) => zone_line).join('\n') + '\n'}
          label="Copy all records as a zone file"
        >
          Zone file
        </CopyButton>
        <SendTestButton isSmall domain={domain.name} />
        {mayManage && (
          <Button isSmall icon={RefreshCw} isBusy={check.isFetching} onClick={() => check.refetch()}>
            Check now
          </Button>
        )}
      </div>
      <RecordList records={domain.records} checked={check.data} />
      {check.data && <CheckList checked={check.data} />}
      <KeysRow domain={domain} />
      <Tracking domain={domain} />
      <TlsSwitch domain={domain} />
      {mayManage && (
        <div className="border-t border-line px-4 py-3">
          <Button isSmall tone="danger" icon={Trash2} onClick={() => setRemoving(true)}>
            Remove domain
          </Button>
        </div>
      )}
      {isRemoving && <RemoveDomainDialog domain={domain} onClose={() => setRemoving(false)} />}
    </>
  )
}
