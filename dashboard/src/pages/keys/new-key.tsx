import type { Permission } from '@posthorn/contract/permissions'
import { Button } from '#button/button.tsx'
import { CopyButton } from '#code/copy-button.tsx'
import { SampleTabs } from '#code/sample-tabs.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { exampleEmail } from '#messages/examples.ts'

type Props = { created: { name: string; key: string; permissions: Permission[] }; onClose: () => void }

/** Shows a new key, once. */
export function NewKey({ created: { name, key, permissions }, onClose }: Props) {
  const footer = (
    <Button tone="primary" onClick={onClose}>
      I have saved the key
    </Button>
  )
  return (
    <Dialog title={name} onClose={onClose} isSticky footer={footer}>
      <div className="space-y-4">
        <p className="text-soft">
          Copy the key now and store it in a safe place.{' '}
          <span className="font-medium text-ink">It is shown only once.</span>
        </p>
        <div className="flex items-center gap-2 rounded-lg border border-accent bg-sunken py-2 pr-2 pl-3">
          <code className="min-w-0 grow font-mono text-sm break-all select-all">{key}</code>
          <CopyButton text={key} label="Copy key">
            Copy
          </CopyButton>
        </div>
        {permissions.includes('emails:send') && (
          <SampleTabs url={`${location.origin}/v1/emails`} apiKey={key} body={exampleEmail} />
        )}
      </div>
    </Dialog>
  )
}
