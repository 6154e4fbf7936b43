import type { Template } from '@posthorn/contract/messages/templates'
import { useParams } from '@tanstack/react-router'
import { ListChecks, Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useCall, useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { LeaveDialog } from '#dialog/leave-dialog.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonDetail } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { LoadedPage } from '#layout/loaded-page.tsx'
import { Page } from '#layout/page.tsx'
import { classes } from '#style/classes.ts'
import { Segments } from '#tabs/segments.tsx'
import { TemplateStatus } from '../templates/template-status.tsx'
import { olderVersion } from './draft.ts'
import { loopsIn } from './loops.ts'
import { contentOf, useVersion, VersionBar } from './older-version.tsx'
import { PreflightDialog } from './preflight-dialog.tsx'
import { Preview } from './preview.tsx'
import { type Mail, SendTestDialog } from './send-test-dialog.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { MoreMenu, VersionMenu } from './template-menus.tsx'
import { UnsavedEditsBar } from './unsaved-edits-bar.tsx'
import { type Draft, useDraft } from './use-draft.ts'
import { useRendered } from './use-rendered.ts'
import { useValues } from './values.ts'

const back = { to: '/templates', name: 'Templates' } as const

export function TemplatePage() {
  const { id = '' } = useParams({ strict: false })
  const template = useCall('getTemplate', { params: { id } })
  return (
    <LoadedPage query={template} title="Template" back={back}>
      {template => <Editor key={template.id} template={template} />}
    </LoadedPage>
  )
}

const sidesOf = (isReadOnly: boolean) =>
  [
    { value: 'write', label: isReadOnly ? 'Source' : 'Edit' },
    { value: 'preview', label: 'Preview' },
  ] as const

function Editor({ template }: { template: Template }) {
  const mayWrite = useMay('templates:write')
  const draft = useDraft(template)
  const [filters, setFilters] = useFilters(['version', 'side'])
  const version = olderVersion(filters.version, template.version)
  const older = useVersion(template.id, version)
  const { variables, subject, html, mjml, text } = older.data ?? template
  const loops = useMemo(() => loopsIn([subject, html, mjml, text]), [subject, html, mjml, text])
  const values = useValues(template.id, variables, loops)
  const rendered = useRendered(template, values, version)
  const isReadOnly = !mayWrite || version !== undefined
  const side = filters.side === 'preview' ? 'preview' : 'write'
  const showNewest = () => setFilters({ version: '' })
  return (
    <Page
      isFull
      title={template.friendly_name}
      back={back}
      aside={
        <>
          <TemplateStatus template={template} />
          {mayWrite && version === undefined && <SaveSign draft={draft} />}
        </>
      }
      actions={
        <>
          <VersionMenu
            template={template}
            chosen={version}
            onChoose={one => setFilters({ version: one ? String(one) : '' })}
          />
          {mayWrite && <TryOut mail={rendered.data} isReady={version === undefined ? draft.flush : undefined} />}
          {mayWrite && version === undefined && <Publish template={template} draft={draft} />}
        </>
      }
    >
      <LeaveDialog isDirty={!draft.isSaved} save={draft.flush}>
        The server rejected your last changes. This browser keeps them for when you come back, until you sign out.
      </LeaveDialog>
      {mayWrite && version === undefined && draft.found && <UnsavedEditsBar draft={draft} found={draft.found} />}
      {version !== undefined && (
        <VersionBar
          template={template}
          draft={draft}
          version={version}
          publishedAt={older.data?.published_at}
          mayWrite={mayWrite}
          onNewest={showNewest}
        />
      )}
      <div className="border-t border-line px-4 py-2 lg:hidden">
        <Segments label="View" options={sidesOf(isReadOnly)} value={side} onChange={side => setFilters({ side })} />
      </div>
      <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] border-t border-line lg:grid-cols-2">
        <div className={classes('min-h-0 border-line lg:border-r', side === 'preview' && 'max-lg:hidden')}>
          {version === undefined ? (
            <TemplateEditor variables={variables} content={draft} values={values} isReadOnly={isReadOnly} />
          ) : (
            <Loaded query={older} skeleton={<SkeletonDetail />}>
              {one => (
                <TemplateEditor
                  key={version}
                  variables={variables}
                  content={contentOf(one)}
                  values={values}
                  isReadOnly
                />
              )}
            </Loaded>
          )}
        </div>
        <div className={classes('min-h-0', side === 'write' && 'max-lg:hidden')}>
          <Preview rendered={rendered} values={values} />
        </div>
      </div>
    </Page>
  )
}

function SaveSign({ draft: { isSaved, isSaving, error } }: { draft: Draft }) {
  const words = error ? 'Not saved' : isSaving ? 'Saving…' : isSaved ? 'Saved' : 'Editing…'
  return (
    <span role="status" className={`text-sm ${error ? 'text-bad' : 'text-faint'}`}>
      {words}
    </span>
  )
}

type TryOutProps = {
  mail: Mail | undefined
  /** Saves the edits if necessary; true if the preview then shows what is written. */
  isReady: (() => Promise<boolean>) | undefined
}

/** Runs preflight on what the preview shows, or sends it as a test. */
function TryOut({ mail, isReady }: TryOutProps) {
  const [open, setOpen] = useState<'preflight' | 'test'>()
  const close = () => setOpen(undefined)
  const begin = async (what: 'preflight' | 'test') => {
    if (!isReady || (await isReady())) setOpen(what)
  }
  return (
    <>
      <Button icon={ListChecks} disabled={!mail} onClick={() => begin('preflight')}>
        Preflight
      </Button>
      <Button icon={Send} disabled={!mail} onClick={() => begin('test')}>
        Send a test
      </Button>
      {open === 'preflight' && mail && <PreflightDialog mail={mail} onClose={close} />}
      {open === 'test' && mail && <SendTestDialog mail={mail} onClose={close} />}
    </>
  )
}

/** The publish button and the menu of other actions. */
function Publish({ template, draft }: { template: Template; draft: Draft }) {
  const publish = useChange('updateTemplate', {
    done: ({ version }) => `Version ${version} published. New emails use it.`,
    renews: ['getTemplate', 'listTemplates'],
  })
  const send = async () => {
    if (await draft.flush()) publish.mutate({ params: { id: template.id }, body: { status: 'published' } })
  }
  return (
    <>
      <Button
        tone="primary"
        isBusy={publish.isPending}
        disabled={draft.error !== null || (template.status === 'published' && draft.isSaved)}
        onClick={send}
      >
        {template.status === 'published' && draft.isSaved ? 'Published' : 'Publish'}
      </Button>
      <MoreMenu template={template} draft={draft} />
    </>
  )
}
