import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries, whenSignedOut } from '#api/queries.ts'
import { hasUnsavedChanges } from '#dialog/unsaved-changes.ts'
import { Toaster } from '#toast/toaster.tsx'
import { router } from './router.tsx'

whenSignedOut(() => {
  // What is typed would be lost. Saving it shows the refusal, and works again after a sign-in in another tab.
  if (document.querySelector('dialog[open]') || hasUnsavedChanges()) return
  const { pathname, href } = router.state.location
  if (!pathname.startsWith('/sign-in')) router.navigate({ to: '/sign-in', search: { next: href, reason: 'ended' } })
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
