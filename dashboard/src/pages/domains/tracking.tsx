import type { Domain } from '@posthorn/contract/messages/domains'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { useMay, useSession } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'

/** Which host the tracked links and pictures in a domain's emails lead to. */
export function Tracking({ domain }: { domain: Domain }) {
  const mayManage = useMay('domains:write')
  const { instance } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-3">
      <div className="mr-auto min-w-0">
        <h3 className="font-medium">Tracking host</h3>
        <p className="text-sm text-soft">
          Links and opens are counted by{' '}
          <code className="font-mono text-xs">{domain.tracking_host ?? instance.public_url}</code>
        </p>
      </div>
      {mayManage && (
        <Button isSmall onClick={() => setOpen(true)}>
          Change
        </Button>
      )}
      {isOpen && <TrackingDialog domain={domain} onClose={() => setOpen(false)} />}
    </div>
  )
}

function TrackingDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const { public_url } = useSession().instance
  const track = useChange('updateDomain', { done: 'Saved.', renews: ['listDomains'], isQuiet: true, onDone: onClose })
  const send = (value: (name: string) => string) =>
    track.mutate({ params: { id: domain.id }, body: { tracking_host: value('tracking_host').trim() || null } })
  return (
    <FormDialog
      title="Tracking host"
      confirm="Save"
      change={track}
      fields={['tracking_host']}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label="Host"
        name="tracking_host"
        autoComplete="off"
        maxLength={253}
        placeholder={`links.${domain.name}`}
        defaultValue={domain.tracking_host ?? ''}
        hint={`A host of your own looks better in a link than ${public_url}. Leave it empty for that one.`}
        fault={faultOf(track.error, 'tracking_host')}
      />
      <p className="text-sm text-soft">
        First let the host lead to this server, with a CNAME in DNS and a certificate for it: links in emails that are
        sent from now on begin with it.
      </p>
    </FormDialog>
  )
}
