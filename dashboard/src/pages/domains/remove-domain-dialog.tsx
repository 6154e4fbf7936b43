import type { Domain } from '@posthorn/contract/messages/domains'
import { useChange } from '#api/queries.ts'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'

export function RemoveDomainDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const remove = useChange('removeDomain', {
    done: 'Domain removed.',
    renews: ['listDomains', 'getAttention'],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={`Remove ${domain.name}?`}
      confirm="Remove domain"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: domain.id } })}
      onClose={onClose}
    >
      Emails from it are refused from now on. Its keys are deleted: if you add it again, it needs new DNS records.
    </ConfirmDialog>
  )
}
