import type { Domain } from '@posthorn/contract/messages/domains'
import { useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Switch } from '#form/switch.tsx'

/** Whether the emails of a domain may leave in clear. */
export function TlsSwitch({ domain }: { domain: Domain }) {
  const mayManage = useMay('domains:write')
  const change = useChange('updateDomain', { done: 'Saved.', renews: ['listDomains'] })
  return (
    <div className="border-t border-line px-4 py-3">
      <Switch
        label="Only over TLS"
        hint="Emails from this domain wait, and in the end bounce, where the other side offers no encryption."
        isOn={domain.require_tls}
        isFixed={!mayManage || change.isPending}
        onChange={require_tls => change.mutate({ params: { id: domain.id }, body: { require_tls } })}
      />
    </div>
  )
}
