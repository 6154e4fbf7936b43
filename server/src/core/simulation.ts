/** Test keys send nothing. The address decides the outcome, so that every outcome can be tested. */

const plainWords = [
  'delivered',
  'bounced',
  'complained',
  'suppressed',
  'delayed',
  'failed',
  'opened',
  'clicked',
] as const
/** Receivers that defer or refuse mail. */
const receiverWords = [
  'greylist',
  'gmail-throttles',
  'outlook-s3150',
  'yahoo-defers',
  'mailbox-full',
  'bounces-late',
  'bad-list',
  'complains',
] as const
export const simulatedWords = [...plainWords, ...receiverWords]
export type SimulatedWord = (typeof simulatedWords)[number]

/** `bounced@example.com`, `bounced+42@shop.test` and so on have the outcome that they name. Any other address is delivered. */
export function simulatedWord(address: string): SimulatedWord {
  return wordOf(address) ?? 'delivered'
}

/** Magic addresses never enter the suppression list. */
export const isMagicAddress = (address: string): boolean => wordOf(address) !== undefined

function wordOf(address: string): SimulatedWord | undefined {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (domain !== 'example.com' && !domain.endsWith('.test')) return undefined
  const [local] = address.slice(0, at).toLowerCase().split('+')
  return simulatedWords.find(word => word === local)
}

export type SimulatedSmsWord = 'delivered' | 'failed' | 'undelivered' | 'opted_out'

const smsWords: ReadonlyMap<string, SimulatedSmsWord> = new Map([
  ['+15005550001', 'failed'],
  ['+15005550004', 'opted_out'],
  ['+15005550006', 'delivered'],
  ['+15005550009', 'undelivered'],
])

/** Magic numbers have their outcome. At any other number the message is delivered. */
export const simulatedSmsWord = (number: string): SimulatedSmsWord => smsWords.get(number) ?? 'delivered'
