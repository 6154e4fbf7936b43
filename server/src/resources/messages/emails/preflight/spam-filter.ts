/** The score of a spam filter, as a check. Pure. */
import type { PreflightCheck } from '@posthorn/contract/messages/preflight'
import type { SpamAnswer } from '#transports/transport.ts'
import { advice, fine, problem } from './check.ts'

/** Nobody reads more than this. */
const maxShown = 20

export function spamFilter(answer: SpamAnswer): PreflightCheck {
  switch (answer.kind) {
    case 'away':
      return advice(
        'spam_filter',
        'SpamAssassin did not answer, or is overloaded. Try again later, or tell the operator.',
      )
    case 'too large':
      return fine('spam_filter', 'The message is too large to be checked by SpamAssassin.')
    case 'scored':
      return { ...verdict(answer), details: detailsOf(answer) }
  }
}

type Scored = Extract<SpamAnswer, { kind: 'scored' }>

function verdict({ score, limit }: Scored): PreflightCheck {
  const said = `SpamAssassin gives it ${points(score)} points; from ${points(limit)} on it is spam.`
  if (score >= limit) return problem('spam_filter', `${said} Fix what the rules with the most points name.`)
  if (score >= limit / 2) return advice('spam_filter', `${said} Other filters may be stricter.`)
  return fine('spam_filter', said)
}

/** The rules with the most points come first. */
const detailsOf = ({ rules }: Scored): string[] =>
  rules
    .toSorted((a, b) => b.points - a.points)
    .slice(0, maxShown)
    .map(rule => `${points(rule.points)} ${rule.name}: ${rule.what}`)

/** `+ 0` turns -0 into 0. */
const points = (count: number): string => (Math.round(count * 10) / 10 + 0).toFixed(1)
