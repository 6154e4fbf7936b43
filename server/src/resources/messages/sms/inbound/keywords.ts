/**
 * The keywords that people can send to a number. A keyword is the whole message, not a word in a sentence: "Stop." and "“opt-out”
 * 🙏" are keywords, "please don't stop" and "stop by at 5" are not. Case, accents, and everything but letters around the words do
 * not matter.
 */
import { answeredByCarriers, keywordList } from './keyword-list.ts'

export type Keyword = keyof typeof keywordList

/** Longer than any keyword with much around it: longer messages are not searched, since a stranger may have sent them. */
const longest = 200

export function readKeyword(body: string): Keyword | undefined {
  if (body.length > longest) return undefined
  return keywordOf.get(plain(body)) ?? stopAboveSignature(body)
}

/** "STOP", an empty line and a phone's signature: a person who wants no more messages need not say it more clearly. */
function stopAboveSignature(body: string): Keyword | undefined {
  const [first = '', rest] = body.split(/\r?\n[ \t]{0,20}\r?\n/, 2)
  const keyword = rest === undefined ? undefined : keywordOf.get(plain(first))
  return keyword === 'stop' ? keyword : undefined
}

/** From the first letter to the last, with one space between words. Each step is linear in the length. */
function plain(text: string): string {
  const letters = text
    // First, because NFKD would decompose ℹ️ and ™ into letters.
    .replaceAll(/\p{Extended_Pictographic}/gu, ' ')
    // Decomposed: ARRÊT becomes ARRET, and the wide letters ＳＴＯＰ become STOP.
    .normalize('NFKD')
    // Accents, and invisible characters such as U+200B and U+FEFF.
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
  const [said = ''] = /[\p{L}\p{N}].*[\p{L}\p{N}]/su.exec(letters) ?? []
  return said.replaceAll(/[\s\p{Pd}_]+/gu, ' ')
}

const keywordOf = new Map<string, Keyword>(
  Object.entries(keywordList).flatMap(([keyword, words]) =>
    // `as`: the keys of the list are keywords.
    words.map(word => [plain(word), keyword as Keyword] as const),
  ),
)

const known = new Set(answeredByCarriers.map(plain))

/** False for keywords that carriers do not know, such as those of other languages. */
export const isAnsweredByCarriers = (body: string): boolean => body.length <= longest && known.has(plain(body))

/** Both fit into one segment unless the name of the organization is long or not in the GSM alphabet. */
export const replyTo = {
  stop: (organization: string) =>
    `${organization}: you are unsubscribed and will get no more messages. Reply START to subscribe again.`,
  help: (organization: string) =>
    `${organization}: reply STOP to get no more messages, START to get them again. Message and data rates may apply.`,
}
