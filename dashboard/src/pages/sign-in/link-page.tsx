import { useSearch } from '@tanstack/react-router'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { FormFailure } from '#form/field.tsx'
import { CenteredPage } from '#layout/centered-page.tsx'
import { openNextPage } from './open-next-page.ts'

/** For a sign-in link from the command line. It works once, so it needs a click: link scanners must not use it up. */
export function LinkPage() {
  const token = useSearch({ strict: false, select: ({ token }: { token?: string }) => token }) ?? ''
  const open = useChange('openSignInLink', { isQuiet: true, onDone: () => openNextPage(undefined) })
  return (
    <CenteredPage title="Sign in" intro="With the link printed by the command line.">
      <div className="space-y-4">
        <FormFailure error={open.error} />
        <Button
          tone="primary"
          isBusy={open.isPending}
          onClick={() => open.mutate({ body: { token } })}
          className="w-full"
        >
          Sign in
        </Button>
      </div>
    </CenteredPage>
  )
}
