import type { ComponentProps } from 'react'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonDetail } from '#empty/skeleton.tsx'
import { Page } from './page.tsx'

type Props<T> = Required<Pick<ComponentProps<typeof Page>, 'title' | 'back'>> &
  Pick<ComponentProps<typeof Loaded<T>>, 'query' | 'children'>

/** A detail page. While it loads, or if it fails, it shows `title` and the link back; the loaded page brings its own. */
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
