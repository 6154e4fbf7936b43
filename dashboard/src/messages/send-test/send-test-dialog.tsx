import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { environment } from '#api/scope.ts'
import { useMay, useSession } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { lastSender } from '../../pages/template/last-sender.ts'

type Props = {
  /** The domain that it is to show, where there is one. */
  domain?: string
  onClose: () => void
}

const fields = ['to', 'from', 'template_id'] as const

/** Sends an email to oneself, to see that it arrives and how it looks. */
export function SendTestDialog({ domain, onClose }: Props) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { person } = useSession()
  const send = useChange('sendEmail', { renews: ['listEmails', 'getFirstSteps', 'getAnalytics'], isQuiet: true })
  const sender = useSender(domain)
  if (send.data) return <Sent id={send.data.id} onClose={onClose} />
  const submit = (value: (name: string) => string) => {
    lastSender.keep(value('from'))
    const content = value('template_id') ? { template_id: value('template_id') } : greeting
    send.mutate({
      body: { from: value('from'), to: value('to'), tags: ['test'], ...content },
      idempotencyKey,
    })
  }
  return (
    <FormDialog
      title="Send a test"
      confirm="Send test"
      change={send}
      fields={fields}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="To"
        name="to"
        type="email"
        required
        defaultValue={person.email}
        fault={faultOf(send.error, 'to')}
      />
      {/* Made anew when it is known which domains there are. */}
      <TextField
        key={sender}
        label="From"
        name="from"
        required
        placeholder="Acme <hello@acme.test>"
        defaultValue={sender}
        hint="An address of a domain of yours."
        fault={faultOf(send.error, 'from')}
      />
      <WhatToSend fault={faultOf(send.error, 'template_id')} />
      <WhereItGoes />
    </FormDialog>
  )
}

const greeting = {
  subject: 'A test from Posthorn',
  html: '<h1>It works</h1><p>This is a test from Posthorn. If you read it in your own mailbox, sending works.</p>',
}

/** An address of the domain in question; else who the last test was from; else one of the first domain that is verified. */
function useSender(domain: string | undefined): string {
  const { data } = useCall('listDomains')
  if (domain) return `hello@${domain}`
  const verified = data?.data.find(({ verified_at }) => verified_at !== null)?.name
  return lastSender.read() || (verified ? `hello@${verified}` : '')
}

function WhatToSend({ fault }: { fault: string | undefined }) {
  const { data } = useCall('listTemplates', { query: { limit: 100 } })
  const published = useMay('templates:read') ? (data?.data ?? []).filter(({ status }) => status === 'published') : []
  if (published.length === 0) return null
  return (
    <SelectField
      label="What"
      name="template_id"
      options={[
        { value: '', label: 'A short greeting' },
        ...published.map(({ id, friendly_name }) => ({ value: id, label: `Template: ${friendly_name}` })),
      ]}
      hint="A template is sent without values; its own page sends it with some."
      fault={fault}
    />
  )
}

function WhereItGoes() {
  const { instance } = useSession()
  const words =
    environment === 'test'
      ? 'This is the test environment: it is simulated, and nobody receives it.'
      : instance.captures_email
        ? 'No transport is configured yet: it is kept in the inbox.'
        : 'It is sent for real, and counts as any other email.'
  return <p className="text-sm text-soft">{words}</p>
}

const Sent = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <Dialog
    title="The test is on its way"
    onClose={onClose}
    footer={
      <Button tone="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <p className="text-soft">
      <Link to="/emails/$id" params={{ id }} onClick={onClose} className="text-accent underline">
        See what happens to it
      </Link>
    </p>
  </Dialog>
)
