import { useChange } from '#api/queries.ts'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'

const kinds = {
  email: {
    ...{ operation: 'cancelEmail' as const, renews: ['getEmail', 'listEmails'] as const, word: 'email' },
    done: 'Canceled. No copy will be sent.',
  },
  sms: {
    ...{ operation: 'cancelSms' as const, renews: ['getSms', 'listSms'] as const, word: 'message' },
    done: 'Canceled. It will not be sent.',
  },
}

type Props = { kind: keyof typeof kinds; id: string; onClose: () => void }

export function CancelDialog({ kind, id, onClose }: Props) {
  const { operation, renews, word, done } = kinds[kind]
  const cancel = useChange(operation, { done, renews: [...renews], onDone: onClose })
  return (
    <ConfirmDialog
      title={`Cancel this ${word}?`}
      confirm={`Cancel ${word}`}
      dismiss={`Keep ${word}`}
      isDangerous
      isBusy={cancel.isPending}
      onConfirm={() => cancel.mutate({ params: { id } })}
      onClose={onClose}
    >
      It will not be sent. This cannot be undone, but you can send it again as a new message.
    </ConfirmDialog>
  )
}
