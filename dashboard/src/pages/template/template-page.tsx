import type { Template } from '@posthorn/contract/templates'
import { useParams } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useCall, useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonDetail } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { Page } from '#layout/page.tsx'
import { classes } from '#style/classes.ts'
import { Segments } from '#tabs/segments.tsx'
import { TemplateStatus } from '../templates/template-status.tsx'
import { Preview } from './preview.tsx'
import { SendTestDialog } from './send-test-dialog.tsx'
import { MoreMenu, VersionMenu } from './template-menus.tsx'
import { type Draft, useDraft } from './use-draft.ts'
import { useRendered } from './use-rendered.ts'
import { useValues } from './values.ts'
import { Writing } from './writing.tsx'

const back = { to: '/templates', name: 'Templates' } as const

export function TemplatePage() {
  const { id = '' } = useParams({ strict: false })
  const template = useCall('getTemplate', { params: { id } })
  return (
    <Loaded
      query={template}
      skeleton={
        <Page title="Template" back={back}>
          <SkeletonDetail />
        </Page>
      }
    >
      {template => <Editor key={template.id} template={template} />}
    </Loaded>
  )
}

const sides = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const

function Editor({ template }: { template: Template }) {
  const mayWrite = useMay('emails:send')
  const draft = useDraft(template)
  const values = useValues(template)
  const [filters, setFilters] = useFilters(['version', 'side'])
  const version = versionIn(filters.version, template)
  const rendered = useRendered(template, values, version)
  const side = filters.side === 'preview' ? 'preview' : 'write'
  return (
    <Page
      isFull
      title={template.friendly_name}
      back={back}
      aside={
        <>
          <TemplateStatus template={template} />
          {mayWrite && <SaveSign draft={draft} />}
        </>
      }
      actions={
        <>
          <VersionMenu
            template={template}
            chosen={version}
            onChoose={one => setFilters({ version: one ? String(one) : '', side: one ? 'preview' : side })}
          />
          {mayWrite && <Sending template={template} draft={draft} mail={rendered.data} />}
        </>
      }
    >
      <div className="border-t border-line px-4 py-2 lg:hidden">
        <Segments label="Side" options={sides} value={side} onChange={side => setFilters({ side })} />
      </div>
      <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] border-t border-line lg:grid-cols-2">
        <div className={classes('min-h-0 border-line lg:border-r', side === 'preview' && 'max-lg:hidden')}>
          <Writing template={template} draft={draft} values={values} isReadOnly={!mayWrite} />
        </div>
        <div className={classes('min-h-0', side === 'write' && 'max-lg:hidden')}>
          <Preview rendered={rendered} values={values} version={version} onNewest={() => setFilters({ version: '' })} />
        </div>
      </div>
    </Page>
  )
}

/** An older version that the address asks for. */
function versionIn(asked: string | undefined, { version: newest }: Template): number | undefined {
  const version = Number(asked)
  return Number.isInteger(version) && version >= 1 && version < newest ? version : undefined
}

function SaveSign({ draft: { isSaved, isSaving, error } }: { draft: Draft }) {
  const words = error ? 'Not saved' : isSaving ? 'Saving…' : isSaved ? 'Saved' : 'Editing…'
  return (
    <span role="status" className={`text-sm ${error ? 'text-bad' : 'text-faint'}`}>
      {words}
    </span>
  )
}

type SendingProps = {
  template: Template
  draft: Draft
  mail: { subject: string; html?: string; text?: string } | undefined
}

/** To oneself as a test, or to everybody by publishing it. */
function Sending({ template, draft, mail }: SendingProps) {
  const [isTesting, setTesting] = useState(false)
  const publish = useChange('updateTemplate', {
    done: ({ version }) => `Version ${version} is published: emails are made of it from now on.`,
    renews: ['getTemplate', 'listTemplates'],
  })
  const test = async () => {
    if (await draft.flush()) setTesting(true)
  }
  const send = async () => {
    if (await draft.flush()) publish.mutate({ params: { id: template.id }, body: { status: 'published' } })
  }
  return (
    <>
      <Button icon={Send} disabled={!mail} onClick={test}>
        Send a test
      </Button>
      <Button
        tone="primary"
        isBusy={publish.isPending}
        disabled={draft.error !== null || (template.status === 'published' && draft.isSaved)}
        onClick={send}
      >
        {template.status === 'published' && draft.isSaved ? 'Published' : 'Publish'}
      </Button>
      <MoreMenu template={template} draft={draft} />
      {isTesting && mail && <SendTestDialog mail={mail} onClose={() => setTesting(false)} />}
    </>
  )
}
