/** Words in the text of an email that each recipient gets others for. Replaced once: what is put in is not searched again. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalid } from '#core/refusal.ts'

// A text that is made to be slow takes 0.25 µs for each character with keys of this length, a usual one a hundredth of that.
const maxKey = 50
const maxKeys = 200
/** So many characters are searched before others get a turn. */
const step = 64 * 1024

/** Told of each replacement before it is made; it throws when that is too much. */
type OnGrowth = (characters: number) => void

type Replace = (text: string) => Promise<string>

export function replacer(substitutions: Readonly<Record<string, string>>, onGrowth: OnGrowth): Replace {
  const keys = Object.keys(substitutions)
  if (keys.length === 0) return async text => text
  if (keys.length > maxKeys || keys.some(key => key === '' || key.length > maxKey)) {
    const message = `must be at most ${maxKeys}, with names of 1 to ${maxKey} characters`
    throw invalid({ path: 'substitutions', message })
  }
  // The longest first, or a key that another begins with would never be found.
  const longestFirst = keys.toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(longestFirst.map(escaped).join('|'), 'g')

  return async text => {
    const pieces: string[] = []
    for (let at = 0; at < text.length; ) {
      if (at > 0) await nextTurn()
      // A key that begins in this step may end behind it.
      const part = text.slice(at, at + step + maxKey)
      let done = 0
      for (const { 0: key, index } of part.matchAll(pattern)) {
        if (index >= step) break
        const value = substitutions[key] ?? ''
        onGrowth(value.length)
        pieces.push(part.slice(done, index), value)
        done = index + key.length
      }
      const end = Math.max(done, step)
      pieces.push(part.slice(done, end))
      at += end
    }
    return pieces.join('')
  }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
