import type { Domain } from '@posthorn/contract/messages/domains'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { useMay, useSession } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'

/** The host of the tracked links and images in a domain's emails. */
export function Tracking({ domain }: { domain: Domain }) {
  const mayManage = useMay('domains:write')
  const { instance } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-3">
      <div className="mr-auto min-w-0">
        <h3 className="font-medium">Tracking host</h3>
        <p className="text-sm text-soft">
          Opens and clicks are tracked through{' '}
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
        hint={`Your own host looks better in links than ${public_url}. Leave it empty to use that one.`}
        fault={faultOf(track.error, 'tracking_host')}
      />
      <p className="text-sm text-soft">
        First point the host to this server with a CNAME record and set up a certificate for it. Emails sent from now on
        use it in their links.
      </p>
    </FormDialog>
  )
}
