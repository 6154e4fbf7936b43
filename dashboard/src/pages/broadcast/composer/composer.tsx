import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { LeaveDialog } from '#dialog/leave-dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { TextField } from '#form/inputs.tsx'
import { Page } from '#layout/page.tsx'
import { toast } from '#toast/toasts.ts'
import { BroadcastStateBadge } from '../../broadcasts/broadcast-state.tsx'
import { backToBroadcasts } from '../back-to-broadcasts.ts'
import { DraftMenu } from '../draft-menu.tsx'
import { ScheduledBar } from '../scheduled-bar.tsx'
import { AbPart } from './ab-part.tsx'
import { AudiencePart } from './audience-part.tsx'
import { EmailContent, SmsContent } from './content-part.tsx'
import { DeliveryPart } from './delivery-part.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { reachOf } from './reach.ts'
import { SendDialog } from './send-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { type Draft, useDraft } from './use-draft.ts'
import { usePreview } from './use-preview.ts'
import { firstWhen, sendOf } from './when.ts'

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Edits a broadcast: its parts on one side, the forecast on the other. */
export function Composer({ broadcast }: { broadcast: Broadcast }) {
  const mayWrite = useMay('broadcasts:write')
  const writing = useDraft(broadcast)
  const { draft, change, error } = writing
  const preview = usePreview(broadcast, !mayWrite)
  const [when, setWhen] = useState(() => firstWhen(broadcast, new Date(), ownZone()))
  const [open, setOpen] = useState<'test' | 'send'>()
  const close = () => setOpen(undefined)
  const send = sendOf(when, draft, Date.now())
  const isEmail = broadcast.channel === 'email'
  const part = { draft, change, error }
  const isReady = writing.isSaved && !preview.isPlaceholderData
  const canSend = isReady && preview.data?.problems.length === 0 && preview.data.recipients > 0

  const begin = async (what: 'test' | 'send') => {
    if (!(await writing.flush())) return
    if (what === 'send' && 'problem' in send) toast(send.problem)
    else setOpen(what)
  }
  return (
    <Page
      title={broadcast.name}
      back={backToBroadcasts}
      aside={
        <>
          <BroadcastStateBadge state={broadcast.state} />
          {mayWrite && <SaveSign {...writing} />}
          {/* Also here, because on a phone the forecast is far below. */}
          {preview.data && <span className="text-sm text-soft lg:hidden">{reachOf(preview.data)}</span>}
        </>
      }
      actions={
        mayWrite && (
          <>
            {broadcast.state === 'draft' && <DraftMenu broadcast={broadcast} />}
            <Button onClick={() => begin('test')}>Send a test</Button>
            <Button tone="primary" icon={Send} disabled={!canSend} onClick={() => begin('send')}>
              {when.kind === 'now' ? 'Send…' : 'Schedule…'}
            </Button>
          </>
        )
      }
    >
      <LeaveDialog isDirty={!writing.isSaved} save={writing.flush}>
        Your last changes could not be saved and will be lost.
      </LeaveDialog>
      {broadcast.state === 'scheduled' && <ScheduledBar broadcast={broadcast} />}
      <div className="grid items-start gap-x-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <fieldset disabled={!mayWrite} className="min-w-0">
          <legend className="sr-only">Audience, content and delivery</legend>
          <FormFailure error={error} fields={shown} />
          <div className="card mb-4 p-4">
            <TextField
              label="Name"
              value={draft.name ?? ''}
              maxLength={200}
              onChange={({ target }) => change({ name: target.value })}
              hint="Only visible to your team."
              fault={faultOf(error, 'name')}
            />
          </div>
          <AudiencePart {...part} channel={broadcast.channel} />
          {isEmail ? <EmailContent {...part} isReadOnly={!mayWrite} /> : <SmsContent {...part} />}
          {isEmail && <AbPart {...part} isReadOnly={!mayWrite} />}
          <DeliveryPart {...part} nth={isEmail ? 4 : 3} when={when} onWhen={setWhen} />
        </fieldset>
        {mayWrite && (
          <div className="min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto">
            <PreviewPanel channel={broadcast.channel} preview={preview} />
          </div>
        )}
      </div>
      {open === 'test' && <TestDialog broadcast={broadcast} onClose={close} />}
      {open === 'send' && preview.data && !('problem' in send) && (
        <SendDialog broadcast={broadcast} preview={preview.data} send={send} onClose={close} />
      )}
    </Page>
  )
}

/** Fields that show their own faults. */
const shown = [
  ...[
    'name',
    'topic_id',
    'segment_id',
    'from',
    'reply_to',
    'subject',
    'preview_text',
    'html',
    'text',
    'template_id',
    'variables',
  ],
  ...['body', 'pace', 'max_bounce_percent', 'max_complaint_percent'],
]

function SaveSign({ isSaved, isSaving, error }: Pick<Draft, 'isSaved' | 'isSaving' | 'error'>) {
  const words = error ? 'Not saved' : isSaving ? 'Saving…' : isSaved ? 'Saved' : 'Editing…'
  return (
    <span role="status" className={`text-sm ${error ? 'text-bad' : 'text-faint'}`}>
      {words}
    </span>
  )
}
