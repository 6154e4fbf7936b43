/** What to fix before sending, in the words of the page. The API's faults name its fields. */
import type { BroadcastPreview } from '@posthorn/contract/broadcasts/replies'
import { audienceOf, type BroadcastDraft, kindOf } from './edits.ts'
import { partOf } from './preflight-verdict.ts'

type Fault = BroadcastPreview['problems'][number]
type Problem = { /** The label of what is wrong, where the words do not say it. */ part?: string; words: string }

export const chooseAudience = 'Choose an audience'

/** A fault for a field without a value says that it is missing. */
export function problemOf({ path, message }: Fault, draft: BroadcastDraft): Problem {
  const words = missingWords(path, draft) ?? goneWords(path, draft)
  return words === undefined ? { part: partOf(path), words: message } : { words }
}

function missingWords(path: string, draft: BroadcastDraft): string | undefined {
  if (path === 'topic_id' && audienceOf(draft) === undefined) return chooseAudience
  if (path === 'from' && draft.from === undefined) return 'Enter a sender'
  if (path === 'subject' && draft.subject === undefined) return 'Enter a subject'
  const isEmpty = kindOf(draft) === undefined && draft.body === undefined
  return (path === 'html' || path === 'body') && isEmpty ? 'Add content' : undefined
}

/** The only fault that a chosen topic or segment can have. */
function goneWords(path: string, { topic_id, segment_id }: BroadcastDraft): string | undefined {
  if (path === 'topic_id' && topic_id !== undefined) return 'This topic no longer exists'
  return path === 'segment_id' && segment_id !== undefined ? 'This segment no longer exists' : undefined
}
