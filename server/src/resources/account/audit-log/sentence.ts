import { auditActions } from '@posthorn/contract/audit'
import type { Entry } from './entry.ts'

type Told = Pick<Entry, 'action' | 'objectId' | 'objectName' | 'actorType' | 'actorName' | 'actorDetail'>

/** The entry as a sentence: "Ada Lovelace revoked the API key CI (tx_live_9f…)." */
export const sentence = (entry: Told): string =>
  `${actorOf(entry)} ${auditActions[entry.action].replace('{name}', () => entry.objectName ?? entry.objectId ?? '')}`.trimEnd() +
  '.'

function actorOf({ actorType, actorName, actorDetail }: Told): string {
  if (actorType === 'operator') return 'The operator'
  if (actorType === 'person') return actorName ?? 'Somebody'
  return actorName === null ? 'A key' : `The key ${actorName} (${actorDetail})`
}
