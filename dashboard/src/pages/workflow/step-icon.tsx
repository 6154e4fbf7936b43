import type { StepType } from '@posthorn/contract/workflows/words'
import {
  BellRing,
  CircleHelp,
  CircleStop,
  Clock,
  Globe,
  type LucideIcon,
  Mail,
  MessageSquare,
  Tag,
  UserPen,
  X,
} from 'lucide-react'
import { classes } from '#style/classes.ts'
import { isStepType } from './definition.ts'

const icons: Record<StepType, LucideIcon> = {
  send_email: Mail,
  send_sms: MessageSquare,
  delay: Clock,
  wait_for_event: BellRing,
  condition: CircleHelp,
  update_contact: UserPen,
  add_to_topic: Tag,
  remove_from_topic: X,
  webhook: Globe,
  exit: CircleStop,
}

/** Messages, waits, conditions and changes each have their own color. */
const colors: Record<StepType, string> = {
  send_email: 'text-series-1',
  send_sms: 'text-series-1',
  delay: 'text-series-3',
  wait_for_event: 'text-series-3',
  condition: 'text-series-4',
  update_contact: 'text-series-2',
  add_to_topic: 'text-series-2',
  remove_from_topic: 'text-series-2',
  webhook: 'text-series-2',
  exit: 'text-faint',
}

export function StepIcon({ type }: { type: string }) {
  const Icon = isStepType(type) ? icons[type] : CircleHelp
  return <Icon aria-hidden className={classes('size-4 shrink-0', isStepType(type) ? colors[type] : 'text-bad')} />
}
