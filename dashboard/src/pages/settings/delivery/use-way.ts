import { useChange } from '#api/queries.ts'
import { emailBody } from './email-way.ts'
import { smsBody } from './sms-way.ts'
import type { Values } from './way-form.ts'

export type Channel = 'email' | 'sms'

const renews = ['getSendingPlan', 'getTransports', 'getSession', 'getFirstSteps', 'getAttention'] as const
const done = 'Saved. New messages are sent this way.'

export function useEmailWay(onDone: () => void) {
  const check = useChange('checkEmailWay', { isQuiet: true })
  const save = useChange('saveEmailWay', { done, onDone, isQuiet: true, renews: [...renews] })
  return {
    check: { ...check, ask: (choice: string, values: Values) => check.mutate({ body: emailBody(choice, values) }) },
    save: { ...save, ask: (choice: string, values: Values) => save.mutate({ body: emailBody(choice, values) }) },
  }
}

export function useSmsWay(onDone: () => void) {
  const check = useChange('checkSmsWay', { isQuiet: true })
  const save = useChange('saveSmsWay', { done, onDone, isQuiet: true, renews: [...renews] })
  return {
    check: { ...check, ask: (choice: string, values: Values) => check.mutate({ body: smsBody(choice, values) }) },
    save: { ...save, ask: (choice: string, values: Values) => save.mutate({ body: smsBody(choice, values) }) },
  }
}

/** After removal, messages are captured again. */
export const useRemoveWay = (channel: Channel, onDone: () => void) =>
  useChange(channel === 'email' ? 'removeEmailWay' : 'removeSmsWay', {
    done: 'Removed. Live messages are now kept in the inbox.',
    onDone,
    renews: [...renews],
  })
