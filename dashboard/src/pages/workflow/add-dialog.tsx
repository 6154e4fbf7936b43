import { type StepType, stepTypes } from '@posthorn/contract/workflows/words'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Dialog } from '#dialog/dialog.tsx'
import { StepIcon } from './step-icon.tsx'
import { stepNames } from './words.ts'

const about: Record<StepType, string> = {
  send_email: 'From a template, or written here',
  send_sms: 'A text message to the contact’s number',
  delay: 'For hours or days, or until a time of day',
  wait_for_event: 'An open, a click or a reply, with a timeout',
  condition: 'Continues on a yes or a no branch',
  update_contact: 'Names and subscriptions',
  add_to_topic: 'The contact gets messages on this topic',
  remove_from_topic: 'The contact no longer gets messages on this topic',
  webhook: 'A signed POST request to your server',
  exit: 'Finishes the run, with an optional reason',
}

type Props = { onAdd: (type: StepType) => void; onClose: () => void }

/** Chooses the type of a new step. Arrow keys move through the list. */
export function AddDialog({ onAdd, onClose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const choices = () => [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
  // After the dialog has opened, because it focuses its own button first.
  useEffect(() => queueMicrotask(() => list.current?.querySelector('button')?.focus()), [])
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const all = choices()
    const at = document.activeElement instanceof HTMLElement ? all.indexOf(document.activeElement) : -1
    if (!step || at < 0) return
    event.preventDefault()
    all.at((at + step) % all.length)?.focus()
  }
  return (
    <Dialog title="Add step" isWide onClose={onClose}>
      <ul ref={list} onKeyDown={walk} className="grid gap-2 sm:grid-cols-2">
        {stepTypes.map(type => (
          <li key={type}>
            <button
              type="button"
              onClick={() => onAdd(type)}
              className="flex w-full gap-3 rounded-lg border border-line px-3 py-2.5 text-left hover:border-line-strong hover:bg-hover"
            >
              <span className="mt-0.5">
                <StepIcon type={type} />
              </span>
              <span>
                <span className="block font-medium">{stepNames[type]}</span>
                <span className="block text-sm text-soft">{about[type]}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
