/**
 * What people can say to a number. A keyword is the whole message and not a word in a sentence: "Stop." and "“opt-out” 🙏" are,
 * "please don't stop" and "stop by at 5" are not. Case, accents, and whatever is no letter around the words do not matter.
 */
import { keywordList } from './keyword-list.ts'

export type Keyword = keyof typeof keywordList

/** Longer than any of them with much around it: not worth looking at, and whoever sends it is a stranger. */
const longest = 200

export function readKeyword(body: string): Keyword | undefined {
  if (body.length > longest) return undefined
  return keywordOf.get(plain(body)) ?? stopAboveSignature(body)
}

/** "STOP", an empty line and what a phone adds: whoever wants no more is not asked to say it better. */
function stopAboveSignature(body: string): Keyword | undefined {
  const [first = '', rest] = body.split(/\r?\n[ \t]{0,20}\r?\n/, 2)
  const keyword = rest === undefined ? undefined : keywordOf.get(plain(first))
  return keyword === 'stop' ? keyword : undefined
}

/** From the first letter to the last, one space between words. Each step is linear in the length. */
function plain(text: string): string {
  const letters = text
    // First, or ℹ️ and ™ would be taken apart into letters.
    .replaceAll(/\p{Extended_Pictographic}/gu, ' ')
    // Taken apart: ARRÊT is ARRET, and the wide letters ＳＴＯＰ are STOP.
    .normalize('NFKD')
    // Accents, and marks that nobody sees, such as U+200B and U+FEFF.
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

/** Both fit into one segment unless the name of the organization is long or foreign to the GSM alphabet. */
export const replyTo = {
  stop: (organization: string) =>
    `${organization}: you are unsubscribed and will get no more messages. Reply START to subscribe again.`,
  help: (organization: string) =>
    `${organization}: reply STOP to get no more messages, START to get them again. Message and data rates may apply.`,
}
