/** Substitutions in the text of an email, per recipient. Replaced once: inserted text is not searched again. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalid } from '#core/refusal.ts'

// With keys of this length, hostile text takes 0.25 µs per character, and ordinary text a hundredth of that.
const maxKey = 50
const maxKeys = 200
/** The number of characters searched before yielding to other requests. */
const step = 64 * 1024

/** Called before each replacement; throws when the result gets too large. */
type OnGrowth = (characters: number) => void

type Replace = (text: string) => Promise<string>

export function replacer(substitutions: Readonly<Record<string, string>>, onGrowth: OnGrowth): Replace {
  const keys = Object.keys(substitutions)
  if (keys.length === 0) return async text => text
  if (keys.length > maxKeys || keys.some(key => key === '' || key.length > maxKey)) {
    const message = `must be at most ${maxKeys}, with names of 1 to ${maxKey} characters`
    throw invalid({ path: 'substitutions', message })
  }
  // Longest first: otherwise a key that begins with a shorter key would never match.
  const longestFirst = keys.toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(longestFirst.map(escaped).join('|'), 'g')

  return async text => {
    const pieces: string[] = []
    for (let at = 0; at < text.length; ) {
      if (at > 0) await nextTurn()
      // A key that begins in this step may end after it.
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
