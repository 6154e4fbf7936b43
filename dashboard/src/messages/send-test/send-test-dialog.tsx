import { faultOf } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { environment } from '#api/scope.ts'
import { useMay, useSession } from '#api/session.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField } from '#form/inputs.tsx'
import { lastSender, useLastSender } from './last-sender.ts'
import { envelopeFields, TestEnvelope } from './test-envelope.tsx'
import { TestSent } from './test-sent.tsx'

type Props = {
  /** The domain to test, if any. */
  domain?: string
  onClose: () => void
}

const fields = [...envelopeFields, 'template_id']

/** Sends an email to yourself, to see whether it arrives and how it looks. */
export function SendTestDialog({ domain, onClose }: Props) {
  const mayTemplates = useMay('templates:read')
  const send = useChange('sendEmail', {
    isOnce: true,
    renews: ['listEmails', 'getFirstSteps', 'getAnalytics'],
    isQuiet: true,
  })
  const sender = useSender(domain)
  if (send.data) return <TestSent id={send.data.id} back="Done" onClose={onClose} />
  const submit = (value: (name: string) => string) => {
    lastSender.keep(value('from'))
    const content = value('template_id') ? { template_id: value('template_id') } : greeting
    send.mutate({
      body: { from: value('from'), to: value('to'), tags: ['test'], ...content },
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
      <TestEnvelope error={send.error} sender={sender} />
      {mayTemplates && <WhatToSend fault={faultOf(send.error, 'template_id')} />}
      <WhereItGoes />
    </FormDialog>
  )
}

const greeting = {
  subject: 'A test from Posthorn',
  html: '<h1>It works</h1><p>This is a test from Posthorn. If you read it in your own mailbox, sending works.</p>',
}

/** An address at the given domain; otherwise the last test's sender; otherwise an address at the first verified domain. */
function useSender(domain: string | undefined): string {
  const { data } = useCall('listDomains')
  const last = useLastSender()
  if (domain) return `hello@${domain}`
  const verified = data?.data.find(({ verified_at }) => verified_at !== null)?.name
  return last || (verified ? `hello@${verified}` : '')
}

function WhatToSend({ fault }: { fault: string | undefined }) {
  const { data } = useCall('listTemplates', { query: { limit: 100 } })
  const published = (data?.data ?? []).filter(({ status }) => status === 'published')
  if (published.length === 0) return null
  return (
    <SelectField
      label="Content"
      name="template_id"
      options={[
        { value: '', label: 'A short greeting' },
        ...published.map(({ id, friendly_name }) => ({ value: id, label: `Template: ${friendly_name}` })),
      ]}
      hint="A template is sent without values. To test it with values, use its own page."
      fault={fault}
    />
  )
}

function WhereItGoes() {
  const { instance } = useSession()
  const words =
    environment === 'test'
      ? 'This is the test environment: the email is simulated and not delivered.'
      : instance.captures_email
        ? 'Delivery is not set up yet (Settings, Delivery): the email goes to the inbox.'
        : 'This sends a real email, which counts like any other.'
  return <p className="text-sm text-soft">{words}</p>
}
