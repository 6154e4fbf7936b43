import type { EmailPreflight } from '@posthorn/contract/messages/preflight'
import type { Tone } from '#status/badge.tsx'

/** The result of the checks in a few words. */
export function verdictOf({ accepted, checks }: Pick<EmailPreflight, 'accepted' | 'checks'>): {
  words: string
  tone: Tone
} {
  const problems = checks.filter(({ verdict }) => verdict === 'problem').length
  const advice = checks.filter(({ verdict }) => verdict === 'advice').length
  if (!accepted) return { words: 'Would be refused', tone: 'bad' }
  if (problems > 0) return { words: problems === 1 ? '1 problem' : `${problems} problems`, tone: 'bad' }
  return advice > 0 ? { words: `${advice} to improve`, tone: 'warn' } : { words: 'No problems', tone: 'good' }
}

const parts: Record<string, string> = {
  from: 'From',
  subject: 'Subject',
  html: 'HTML',
  text: 'Plain text',
  body: 'Text',
  template_id: 'Template',
  topic_id: 'Topic',
  segment_id: 'Segment',
  everyone: 'Audience',
  ab_test: 'A/B test',
  reply_to: 'Reply to',
}

/** The label of the part that an API path names. */
export const partOf = (path: string): string => parts[path] ?? parts[path.split('.')[0] ?? ''] ?? path
