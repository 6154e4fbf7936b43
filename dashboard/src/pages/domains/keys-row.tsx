import type { Domain } from '@posthorn/contract/messages/domains'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Time } from '#time/time.tsx'

/** The status of the DKIM keys, and a button to rotate them. */
export function KeysRow({ domain }: { domain: Domain }) {
  const mayManage = useMay('domains:write')
  const [isOpen, setOpen] = useState(false)
  const hasSigned = domain.verified_at !== null || domain.failed_at !== null
  if (!hasSigned) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-3">
      <div className="mr-auto min-w-0 space-y-1">
        <h3 className="font-medium">DKIM keys</h3>
        <KeysNote domain={domain} />
      </div>
      {mayManage && !isWaiting(domain) && (
        <Button isSmall onClick={() => setOpen(true)}>
          Rotate keys
        </Button>
      )}
      {isOpen && <RotateDialog domain={domain} onClose={() => setOpen(false)} />}
    </div>
  )
}

const isWaiting = ({ records }: Domain): boolean => records.some(({ purpose }) => purpose === 'next_dkim_rsa')

function KeysNote({ domain }: { domain: Domain }) {
  const { old_keys: old } = domain
  if (isWaiting(domain))
    return (
      <p className="text-sm text-soft">
        New keys are pending. Add the <em>New DKIM</em> records above and keep the old ones: they sign until the new
        ones are found.
      </p>
    )
  if (!old) return <p className="text-sm text-soft">Rotate them once a year, or if they may have leaked.</p>
  const isRemovable = Date.parse(old.removable_at) <= Date.now()
  return (
    <>
      <p className="text-sm text-soft">
        The new keys have been in use since <Time at={old.replaced_at} />. The old records{' '}
        {isRemovable ? (
          'can be removed:'
        ) : (
          <>
            can be removed from <Time at={old.removable_at} isExact />:
          </>
        )}
      </p>
      <ul className="font-mono text-xs break-all text-soft">
        {old.names.map(name => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}

function RotateDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const rotate = useChange('rotateDomain', {
    done: 'New keys created. Now add their DNS records.',
    renews: ['listDomains', 'verifyDomain'],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={`Rotate the DKIM keys of ${domain.name}?`}
      confirm="Create new keys"
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate({ params: { id: domain.id } })}
      onClose={onClose}
    >
      <p>Email stays signed throughout:</p>
      <ol className="mt-2 list-decimal space-y-2 pl-5">
        <li>You get two more records. Add them to DNS next to the old ones.</li>
        <li>The old keys sign until the new ones are found in DNS, by a check from this page or by the daily check.</li>
        <li>
          From then on the new keys sign. Keep the old records for seven more days, for email that is still in transit.
          This page then shows which ones to remove.
        </li>
      </ol>
    </ConfirmDialog>
  )
}
