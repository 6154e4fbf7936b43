import type { Fault } from '@posthorn/contract/errors'
import type { Segment } from '@posthorn/contract/segments/segments'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Failure, faultOf } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button, LinkButton } from '#button/button.tsx'
import { LeaveDialog } from '#dialog/leave-dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { TextField } from '#form/inputs.tsx'
import { Page, Section } from '#layout/page.tsx'
import { useSegments } from '../segments/all-segments.ts'
import { useTopics } from '../topics/all-topics.ts'
import { Builder } from './builder.tsx'
import { LivePreview, usePreview } from './live-preview.tsx'
import { SegmentActions } from './segment-actions.tsx'
import { type Group, isComplete, pathsOf, toFilter, toTree } from './tree.ts'

const back = { to: '/segments', name: 'Segments' } as const

/** Edits a segment with a filter, or a new one. */
export function FilterEditor({ segment }: { segment?: Segment }) {
  const mayWrite = useMay('contacts:write')
  const navigate = useNavigate()
  const [tree, setTree] = useState(() => toTree(segment?.filter))
  const [name, setName] = useState(segment?.name ?? '')
  const [saved, setSaved] = useState({ tree, name })
  const sent = useRef(saved)
  const choices = useChoices()
  const filter = isComplete(tree) ? toFilter(tree) : undefined
  const preview = usePreview(filter)
  const followUp = {
    renews: ['listSegments' as const, 'getSegment' as const, 'previewSegment' as const],
    isQuiet: true,
  }
  const create = useChange('createSegment', {
    isOnce: true,
    ...{ done: 'Segment created.', ...followUp },
    onDone: ({ id }) => navigate({ to: '/segments/$id', params: { id }, replace: true, ignoreBlocker: true }),
  })
  // Not by the promise of the mutation, which also waits for the lists to be refetched: until then the page would count as unsaved.
  const update = useChange('updateSegment', { done: 'Saved.', ...followUp, onDone: () => setSaved(sent.current) })
  const saving = segment ? update : create
  const save = () => {
    if (!filter) return
    if (segment) {
      sent.current = { tree, name }
      // Only what was changed here: the rest may have been changed elsewhere meanwhile.
      const body = { ...(name !== saved.name && { name: name.trim() }), ...(tree !== saved.tree && { filter }) }
      return update.mutate({ params: { id: segment.id }, body })
    }
    create.mutate({ body: { name: name.trim(), filter } })
  }
  const rename = ({ name }: Segment) => {
    setName(name)
    setSaved(before => ({ ...before, name }))
  }
  const error = saving.error ?? preview.error
  return (
    <Page
      title={segment?.name ?? 'New segment'}
      back={back}
      actions={
        <>
          {segment && (
            <LinkButton to="/contacts" search={{ segment: segment.id } as never /* as: filters are strings by name */}>
              Show contacts
            </LinkButton>
          )}
          {segment && mayWrite && <SegmentActions segment={segment} onRename={rename} />}
          {mayWrite && (
            <Button tone="primary" disabled={!filter || name.trim() === ''} isBusy={saving.isPending} onClick={save}>
              {segment ? 'Save' : 'Create segment'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,2fr)]">
        <Section title="Filter">
          <fieldset disabled={!mayWrite} className="min-w-0">
            <div className="mb-4 max-w-md">
              <TextField
                label="Name"
                value={name}
                maxLength={100}
                placeholder="Loyal customers"
                onChange={({ target }) => setName(target.value)}
                fault={faultOf(saving.error, 'name')}
              />
            </div>
            <Builder
              group={tree}
              choices={choices}
              faults={faultsByKey(tree, error)}
              onChange={setTree}
              isReadOnly={!mayWrite}
            />
          </fieldset>
          <div className="mt-3">
            <FormFailure error={saving.error} fields={['name', ...shownPaths(tree, error)]} />
          </div>
        </Section>
        <LivePreview preview={preview} isAsked={filter !== undefined} />
      </div>
      <LeaveDialog isDirty={mayWrite && (tree !== saved.tree || name !== saved.name)}>
        Changes since your last save will be lost.
      </LeaveDialog>
    </Page>
  )
}

function useChoices() {
  const fields = useCall('listContactFields').data?.data ?? []
  const topics = useTopics().data ?? []
  const segments = useSegments().data ?? []
  return { fields, topics, lists: segments.filter(({ type }) => type === 'static') }
}

const faultsOf = (error: Error | null): readonly Fault[] => (error instanceof Failure ? error.faults : [])

/** Whether a fault is about a part of the filter or about one of its fields. */
const isAbout = (fault: Fault, path: string): boolean =>
  fault.path === path || fault.path.replace(/\.\w+$/, '') === path

/** The faults that the builder shows, by their paths. */
function shownPaths(tree: Group, error: Error | null): string[] {
  const parts = [...pathsOf(tree).values()]
  return faultsOf(error)
    .filter(fault => parts.some(path => isAbout(fault, path)))
    .map(({ path }) => path)
}

/** Maps the server's faults from paths in the request to parts of the filter. */
function faultsByKey(tree: Group, error: Error | null): Map<string, string> {
  return new Map(
    [...pathsOf(tree)].flatMap(([key, path]) => {
      const own = faultsOf(error).find(fault => isAbout(fault, path))
      return own ? [[key, `${own.path.slice(path.length + 1)} ${own.message}`.trim()] as const] : []
    }),
  )
}
