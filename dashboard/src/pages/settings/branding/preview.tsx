import { preferencesPage } from '@posthorn/look/readers/preferences-page'
import { useMemo } from 'react'
import type { Draft } from './draft.ts'

/** The page of readers, made by what makes it for them. The frame runs no scripts and sends no forms. */
export function Preview({ draft, organizationName }: { draft: Draft; organizationName: string }) {
  const page = useMemo(() => pageOf(draft, organizationName), [draft, organizationName])
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm font-medium">Preview</figcaption>
      <iframe
        title="The page of readers"
        sandbox="allow-same-origin"
        tabIndex={-1}
        srcDoc={page}
        className="h-[30rem] w-full rounded-lg border border-line bg-sunken"
      />
    </figure>
  )
}

const topic = { id: '1', name: 'Product news', description: 'Once a month', subscribed: true }

function pageOf({ logo, ...draft }: Draft, organizationName: string): string {
  const brand = {
    name: draft.name.trim() || organizationName,
    color: draft.color || null,
    website: draft.website || null,
    logo,
  }
  const words = { unsubscribeWords: draft.unsubscribeWords.trim() || null, confirmationWords: null }
  const reader = { address: 'ada@example.com', isSubscribed: true, topics: [topic], topicId: topic.id }
  return preferencesPage({ brand, ...words, ...reader }, fontPath())
}

/** Where this very page has its font from. */
const fontPath = (): string => document.querySelector('link[as=font]')?.getAttribute('href') ?? ''
