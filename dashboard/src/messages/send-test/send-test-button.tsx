import { lazyRouteComponent } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'

const SendTestDialog = lazyRouteComponent(() => import('./send-test-dialog.tsx'), 'SendTestDialog')

/** Hidden without permission to send. `domain`: the sender's domain, to test that one. */
export function SendTestButton({ domain, isSmall = false }: { domain?: string; isSmall?: boolean }) {
  const maySend = useMay('emails:send')
  const [isOpen, setOpen] = useState(false)
  if (!maySend) return null
  return (
    <>
      <Button icon={Send} isSmall={isSmall} onClick={() => setOpen(true)}>
        Send a test
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SendTestDialog {...(domain && { domain })} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
