import type { ComponentProps } from 'react'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonDetail } from '#empty/skeleton.tsx'
import { Page } from './page.tsx'

type Props<T> = Required<Pick<ComponentProps<typeof Page>, 'title' | 'back'>> &
  Pick<ComponentProps<typeof Loaded<T>>, 'query' | 'children'>

/** A detail whose page is its own once it is there. Until then, and when it does not come, `title` and the way back stand above. */
export function LoadedPage<T>({ title, back, query, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <Page title={title} back={back}>
      <Loaded query={query} skeleton={<SkeletonDetail />}>
        {children}
      </Loaded>
    </Page>
  )
}
