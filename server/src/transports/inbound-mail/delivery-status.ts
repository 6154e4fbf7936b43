/** The machine-readable part of a delivery status notification: RFC 3464. */
import type { News, Notice } from '#core/returned-mail.ts'
import { oneLine } from '../carriers/one-line.ts'
import { addressIn, type Block, blocksOf, firstOf, typedValue, withoutComments } from './fields.ts'
import { bounceOf } from './reply.ts'

export function readDeliveryStatus(text: string): Notice[] {
  return blocksOf(text).flatMap(block => {
    const news = newsIn(block)
    if (!news) return []
    return [{ about: ['original-recipient', 'final-recipient'].flatMap(name => addressIn(firstOf(block, name))), news }]
  })
}

/** The block about the message has no action. After `relayed` and `expanded` no further reports follow. */
function newsIn(block: Block): News | undefined {
  const status = withoutComments(firstOf(block, 'status') ?? '')
  const words = typedValue(firstOf(block, 'diagnostic-code') ?? '')
  switch (firstWord(firstOf(block, 'action'))) {
    case 'failed':
      return bounceOf(status, words)
    case 'delayed':
      return { kind: 'delayed', reply: oneLine(words || status) }
    case 'delivered':
      return { kind: 'delivered', reply: oneLine(words || status) }
    default:
      return undefined
  }
}

const firstWord = (value = ''): string => /^[a-z]+/i.exec(withoutComments(value))?.[0].toLowerCase() ?? ''
