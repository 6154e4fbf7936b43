import type { ReactNode } from 'react'
import { Button } from '#button/button.tsx'
import { CodeBlock } from '#code/code-block.tsx'
import { Dialog } from '#dialog/dialog.tsx'

const check = `import { Webhook } from 'standardwebhooks'

// Throws if the request is not from Posthorn. \`body\` is the raw request body.
new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers)`

type Props = { title: string; secret: string; onClose: () => void; children?: ReactNode }

/** The secret of a webhook, which the server shows only once. */
export function SecretDialog({ title, secret, onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      isSticky
      isWide
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          I have saved the secret
        </Button>
      }
    >
      <div className="space-y-4">
        <p className="text-soft">
          Store this secret where your endpoint can read it. It is shown only once; you can rotate it at any time.
        </p>
        <CodeBlock title="Signing secret" code={secret} isWrapped />
        {children}
        <CodeBlock title="Verify each delivery" code={check} />
      </div>
    </Dialog>
  )
}
