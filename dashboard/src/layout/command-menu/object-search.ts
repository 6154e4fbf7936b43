import type { Found, FoundKind } from '@posthorn/contract/console/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LinkProps, UseNavigateResult } from '@tanstack/react-router'
import { type LucideIcon, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sentenceOf } from '#api/failure.ts'
import { queryOf } from '#api/queries.ts'
import { navigationItems } from '../navigation-items.ts'
import type { Command } from './commands.ts'

/** The fewest characters that the server searches for: fewer would match nearly everything. */
export const shortest = 3
const pauseMs = 200

/** The page of each kind, in display order. */
const kinds: Record<FoundKind, { name: string; place: string; linkTo: (found: Found) => LinkProps }> = {
  email: { name: 'Emails', place: '/emails', linkTo: ({ id }) => ({ to: '/emails/$id', params: { id } }) },
  sms: { name: 'Text messages', place: '/sms', linkTo: ({ id }) => ({ to: '/sms/$id', params: { id } }) },
  broadcast: {
    name: 'Broadcasts',
    place: '/broadcasts',
    linkTo: ({ id }) => ({ to: '/broadcasts/$id', params: { id } }),
  },
  contact: { name: 'Contacts', place: '/contacts', linkTo: ({ id }) => ({ to: '/contacts/$id', params: { id } }) },
  suppression: {
    name: 'Suppressions',
    place: '/suppressions',
    linkTo: ({ title }) => filtered('/suppressions', { q: title }),
  },
  template: { name: 'Templates', place: '/templates', linkTo: ({ id }) => ({ to: '/templates/$id', params: { id } }) },
  workflow: { name: 'Workflows', place: '/workflows', linkTo: ({ id }) => ({ to: '/workflows/$id', params: { id } }) },
  topic: { name: 'Topics', place: '/topics', linkTo: ({ id }) => filtered('/contacts', { topic: id }) },
  webhook: { name: 'Webhooks', place: '/webhooks', linkTo: ({ id }) => ({ to: '/webhooks/$id', params: { id } }) },
  domain: { name: 'Domains', place: '/domains', linkTo: ({ id }) => filtered('/domains', { open: id }) },
  key: { name: 'API keys', place: '/keys', linkTo: () => ({ to: '/keys' }) },
}

const filtered = (to: NonNullable<LinkProps['to']>, search: Record<string, string>): LinkProps => ({
  to,
  search: search as never,
}) // as: filters are strings by name

const iconOf = (place: string): LucideIcon => navigationItems.find(({ to }) => to === place)?.icon ?? SearchX

/** The objects that match these words, by kind. */
export function useFound(words: string, navigate: UseNavigateResult<string>) {
  const asked = usePaused(words)
  const isAsked = asked.length >= shortest
  const found = useQuery({
    ...queryOf('searchEverything', { query: { q: asked } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const isCurrent = words.length >= shortest && isAsked
  const data = isCurrent ? (found.data?.data ?? []) : []
  const byKind = Map.groupBy(data, ({ kind }) => kind)
  const groups = Object.entries(kinds).map(([kind, { name, place, linkTo }]) => ({
    name,
    commands: (byKind.get(kind as FoundKind) ?? []).map(
      // as: the keys of the table
      (one): Command => ({
        id: `${one.kind} ${one.id}`,
        name: one.title || one.id,
        detail: one.detail,
        icon: iconOf(place),
        run: () => navigate(linkTo(one)),
      }),
    ),
  }))
  const isSearching = words.length >= shortest && (asked !== words || found.isFetching)
  /** What is shown was found with the words before. */
  const isOutdated = asked !== words || found.isPlaceholderData
  return { groups, isSearching, isOutdated, note: isCurrent ? noteOn(found) : undefined }
}

type Result = { error: Error | null; data: { unfinished: FoundKind[] } | undefined }

function noteOn({ error, data }: Result): string | undefined {
  if (error) return `The search failed: ${sentenceOf(error)}`
  const names = data?.unfinished.map(kind => kinds[kind].name.toLowerCase()) ?? []
  return names.length > 0 ? `Searching ${names.join(', ')} took too long. Use the filters on their pages.` : undefined
}

/** The words after a pause in typing. */
function usePaused(words: string): string {
  const [paused, setPaused] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(words), pauseMs)
    return () => clearTimeout(timer)
  }, [words])
  return paused
}
