import type { Fault } from '@posthorn/contract/errors'

/** Passwords that are guessed first, compared without digits and signs. */
const obvious = new Set(
  'password passwort letmein welcome iloveyou admin administrator qwerty qwertyuiop qwertz asdfghjkl changeme secret posthorn monkey dragon football baseball sunshine princess superman trustno'.split(
    ' ',
  ),
)

/** Undefined when nothing is wrong. The schema checks the length. */
export function faultOfPassword(password: string, { email }: { email: string }): Fault | undefined {
  const lower = password.toLowerCase()
  const letters = lower.replaceAll(/[^\p{L}]/gu, '')
  const ownNames = email.toLowerCase().split(/[@.+_-]/)
  const fault = (message: string): Fault => ({ path: 'password', message })
  if (new Set(lower).size < 5 || isRun(lower)) return fault('is too simple: use at least five different characters')
  if (obvious.has(letters) || obvious.has(letters.slice(0, letters.length / 2)))
    return fault('is one of the first passwords that people guess')
  if (lower === email.toLowerCase() || (letters.length > 0 && ownNames.includes(letters)))
    return fault('must not be your own address')
  return undefined
}

/** 1234567890, abcdefghij and the like. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((_, index) => text.charCodeAt(index + 1) - text.charCodeAt(index))
  const same = (step: number) => steps.filter(one => one === step).length
  return same(1) >= steps.length - 1 || same(-1) >= steps.length - 1
}
