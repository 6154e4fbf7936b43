import type { StepType } from '@posthorn/contract/workflows/words'
import type { FC } from 'react'
import { isStepType } from '../definition.ts'
import { ConditionForm } from './condition-form.tsx'
import { ConfigText, type StepFormProps, TopicSelect } from './config-fields.tsx'
import { DelayForm } from './delay-form.tsx'
import { EmailForm } from './email-form.tsx'
import { ContactForm, SmsForm, WebhookForm } from './small-forms.tsx'
import { WaitForm } from './wait-form.tsx'

type Own = Omit<StepFormProps, 'config'>

const forms: Record<StepType, FC<StepFormProps>> = {
  send_email: EmailForm,
  send_sms: SmsForm,
  delay: DelayForm,
  wait_for_event: WaitForm,
  condition: ConditionForm,
  update_contact: ContactForm,
  add_to_topic: props => <TopicSelect {...only(props)} />,
  remove_from_topic: props => <TopicSelect {...only(props)} />,
  webhook: WebhookForm,
  exit: props => (
    <ConfigText {...only(props)} name="reason" label="Reason" hint="Shown with the run. Only visible to your team." />
  ),
}

const only = ({ config, onChange, fault }: StepFormProps) => ({ config, onChange, fault })

/** The form for a step's type. */
export function StepForm(props: Own) {
  const { step } = props
  if (!isStepType(step.type)) return <p className="text-sm text-bad">Unknown step type: {step.type}</p>
  const Form = forms[step.type]
  return <Form key={step.key} {...props} config={step.config} />
}
