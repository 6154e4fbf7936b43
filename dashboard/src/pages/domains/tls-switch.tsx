import type { Domain } from '@posthorn/contract/messages/domains'
import { useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Switch } from '#form/switch.tsx'

/** Whether emails from a domain may be sent without TLS. */
export function TlsSwitch({ domain }: { domain: Domain }) {
  const mayManage = useMay('domains:write')
  const change = useChange('updateDomain', { done: 'Saved.', renews: ['listDomains'] })
  return (
    <div className="border-t border-line px-4 py-3">
      <Switch
        label="Require TLS"
        hint="If a receiver does not offer TLS, emails from this domain wait and finally bounce."
        isOn={domain.require_tls}
        isFixed={!mayManage || change.isPending}
        onChange={require_tls => change.mutate({ params: { id: domain.id }, body: { require_tls } })}
      />
    </div>
  )
}
