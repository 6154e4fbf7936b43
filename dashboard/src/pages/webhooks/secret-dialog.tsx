import type { ReactNode } from 'react'
import { Button } from '#button/button.tsx'
import { CodeBlock } from '#code/code-block.tsx'
import { Dialog } from '#dialog/dialog.tsx'

const check = `import { Webhook } from 'standardwebhooks'

// Throws when it is not from us. \`body\` is the text of the request.
new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers)`

type Props = { title: string; secret: string; onClose: () => void; children?: ReactNode }

/** The secret of a webhook, which the server never tells again. */
export function SecretDialog({ title, secret, onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      isSticky
      isWide
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          I have kept the secret
        </Button>
      }
    >
      <div className="space-y-4">
        <p className="text-soft">
          Keep this secret where your receiver finds it. It is shown this once; you can always rotate it.
        </p>
        <CodeBlock title="Signing secret" code={secret} isWrapped />
        {children}
        <CodeBlock title="Check each delivery with it" code={check} />
      </div>
    </Dialog>
  )
}
