import { SearchX } from 'lucide-react'
import { LinkButton } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Page } from './page.tsx'

/** For an unknown URL. */
export const NoSuchPage = () => (
  <Page title="Page not found">
    <EmptyState
      icon={SearchX}
      title="This page does not exist"
      action={<LinkButton to="/">Go to the overview</LinkButton>}
    >
      The link may be outdated or mistyped. Use the navigation to find a page.
    </EmptyState>
  </Page>
)
