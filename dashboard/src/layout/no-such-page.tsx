import { SearchX } from 'lucide-react'
import { LinkButton } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Page } from './page.tsx'

/** For an address that leads nowhere. */
export const NoSuchPage = () => (
  <Page title="No such page">
    <EmptyState
      icon={SearchX}
      title="Nothing has this address"
      action={<LinkButton to="/">Go to the overview</LinkButton>}
    >
      The link may be old or mistyped. Everything there is stands in the navigation.
    </EmptyState>
  </Page>
)
