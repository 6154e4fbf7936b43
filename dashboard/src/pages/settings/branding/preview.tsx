import { preferencesPage } from '@posthorn/look/readers/preferences-page'
import { useMemo } from 'react'
import type { Draft } from './draft.ts'

/** The preferences page, rendered by the same code as the real one. The frame runs no scripts and submits no forms. */
export function Preview({ draft, organizationName }: { draft: Draft; organizationName: string }) {
  const page = useMemo(() => pageOf(draft, organizationName), [draft, organizationName])
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm font-medium">Preview</figcaption>
      <iframe
        title="Preview of the preferences page"
        sandbox="allow-same-origin"
        tabIndex={-1}
        srcDoc={page}
        className="h-[30rem] w-full rounded-lg border border-line bg-sunken"
      />
    </figure>
  )
}

const topic = { id: '1', name: 'Product news', description: 'Once a month', subscribed: true, pending: false }

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

/** The URL of the font that the dashboard itself uses. */
const fontPath = (): string => document.querySelector('link[as=font]')?.getAttribute('href') ?? ''
