import type { Workflow } from '@posthorn/contract/workflows/workflows'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Failure } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { CodeBlock } from '#code/code-block.tsx'
import { LeaveDialog } from '#dialog/leave-dialog.tsx'
import { useFilters } from '#form/filters.ts'
import { LoadedPage } from '#layout/loaded-page.tsx'
import { Page } from '#layout/page.tsx'
import { toastError } from '#toast/toasts.ts'
import { FullTabs } from '../template/full-tabs.tsx'
import { WorkflowStatusBadge } from '../workflows/workflow-status.tsx'
import { Builder } from './builder.tsx'
import type { Content } from './definition.ts'
import { contentOf, type Editing, toBody, useEditing } from './editing/use-editing.ts'
import { type Placed, placeFault, untouched } from './faults.ts'
import { Runs } from './runs.tsx'
import { Simulation } from './simulation.tsx'
import { WorkflowActions } from './workflow-actions.tsx'

const back = { to: '/workflows', name: 'Workflows' } as const

export function WorkflowPage() {
  const { id = '' } = useParams({ strict: false })
  const workflow = useCall('getWorkflow', { params: { id } })
  return (
    <LoadedPage query={workflow} title="Workflow" back={back}>
      {workflow => {
        const content = contentOf(workflow)
        return content ? (
          <Editor key={workflow.id} workflow={workflow} stored={content} />
        ) : (
          <Unreadable workflow={workflow} />
        )
      }}
    </LoadedPage>
  )
}

const tabNames = ['build', 'rehearse', 'runs'] as const

function Editor({ workflow, stored }: { workflow: Workflow; stored: Content }) {
  const [filters, setFilters] = useFilters(['tab', 'step'])
  const chosen = tabNames.find(name => name === filters.tab) ?? 'build'
  const editing = useEditing(stored)
  const { faults, save, isSaving, onFailure } = useSaving(workflow.id, editing)
  useSaveKey(() => editing.isDirty && save({}))
  const openStep = (step: string) => setFilters({ tab: '', step })
  return (
    <Page
      isFull
      title={workflow.name}
      back={back}
      aside={
        <>
          <WorkflowStatusBadge status={workflow.status} />
          <span role="status" className="text-sm text-faint">
            {isSaving ? 'Saving…' : editing.isDirty ? 'Not saved' : `v${workflow.version}`}
          </span>
        </>
      }
      actions={<WorkflowActions workflow={workflow} isDirty={editing.isDirty} isSaving={isSaving} onSave={save} />}
    >
      <FullTabs
        label="Workflow views"
        chosen={chosen}
        onChoose={tab => setFilters({ tab: tab === 'build' ? '' : tab })}
        tabs={[
          {
            name: 'build',
            label: 'Build',
            content: () => <Builder editing={editing} faults={faults} />,
          },
          {
            name: 'rehearse',
            label: 'Simulate',
            content: () => (
              <Simulation
                workflow={workflow}
                definition={stored.definition}
                isDirty={editing.isDirty}
                onSave={() => save({})}
                onFailure={onFailure}
                onStep={openStep}
              />
            ),
          },
          { name: 'runs', label: 'Runs', content: () => <Runs workflow={workflow} onStep={openStep} /> },
        ]}
      />
      <LeaveDialog isDirty={editing.isDirty}>Changes since your last save will be lost.</LeaveDialog>
    </Page>
  )
}

/** Saves the content, optionally with a new status, and keeps the server's faults by step. */
function useSaving(id: string, { content, isDirty }: Editing) {
  const [found, setFound] = useState<{ faults: readonly Placed[]; content: Content }>({ faults: [], content })
  const change = useChange('updateWorkflow', {
    done: ({ status }) => (status === 'active' ? 'Saved. New contacts use this version.' : 'Saved.'),
    renews: ['getWorkflow', 'listWorkflows'],
    isQuiet: true,
    onDone: () => setFound({ faults: [], content }),
  })
  const onFailure = (error: Error) => {
    const faults = error instanceof Failure ? error.faults.map(fault => placeFault(fault, content.definition)) : []
    setFound({ faults, content })
    if (faults.length === 0) toastError(error)
  }
  // Only what was edited: what is shown may be older than what somebody else has saved.
  const save = (more: { status?: Workflow['status'] }) =>
    change.mutate({ params: { id }, body: { ...(isDirty && toBody(content)), ...more } }, { onError: onFailure })
  return { faults: untouched(found.faults, found.content, content), save, isSaving: change.isPending, onFailure }
}

/** Ctrl or ⌘ S saves, as in other editors. */
function useSaveKey(save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key !== 's') return
      event.preventDefault()
      save()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

/** A draft can be any JSON; if it has no steps to show, it is shown as JSON. */
const Unreadable = ({ workflow }: { workflow: Workflow }) => (
  <Page title={workflow.name} back={back} aside={<WorkflowStatusBadge status={workflow.status} />}>
    <p className="mb-4 text-soft">
      The builder cannot show this definition, because it does not consist of steps and connections. Change it with PUT
      /v1/workflows/{workflow.id}.
    </p>
    <CodeBlock
      code={JSON.stringify(
        { trigger_config: workflow.trigger_config, workflow_definition: workflow.workflow_definition },
        null,
        2,
      )}
    />
  </Page>
)
