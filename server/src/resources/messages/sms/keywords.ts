/** What people can say to a number: the whole message, whatever its case, and not a word in a sentence. */
const words = {
  stop: [
    'STOP',
    'STOPALL',
    'STOP ALL',
    'UNSUBSCRIBE',
    'CANCEL',
    'END',
    'QUIT',
    'REVOKE',
    'OPTOUT',
    'OPT-OUT',
    'REMOVE',
    'ARRET',
  ],
  start: ['START', 'UNSTOP', 'YES'],
  help: ['HELP', 'INFO'],
} as const

export type Keyword = keyof typeof words

const keywordOf = new Map<string, Keyword>(
  Object.entries(words).flatMap(([keyword, list]) =>
    // `as`: the keys of words are keywords.
    list.map(word => [word, keyword as Keyword] as const),
  ),
)

/** Longer than any of them with much punctuation: not worth looking at. */
const longest = 100

export function readKeyword(body: string): Keyword | undefined {
  if (body.length > longest) return undefined
  const said = body
    .normalize('NFD')
    // ARRÊT is ARRET.
    .replaceAll(/\p{Mn}/gu, '')
    .replace(/[\p{P}\p{S}\s]+$/u, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toUpperCase()
  return keywordOf.get(said)
}

/** Both fit into one segment unless the name of the organization is long or foreign to the GSM alphabet. */
export const replyTo = {
  stop: (organization: string) =>
    `${organization}: you are unsubscribed and will get no more messages. Reply START to subscribe again.`,
  help: (organization: string) =>
    `${organization}: reply STOP to get no more messages, START to get them again. Message and data rates may apply.`,
}
