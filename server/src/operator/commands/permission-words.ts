/** Permissions as an operator writes them: presets and single ones, separated by commas. */
import { type Permission, permissionPresets, permissions } from '@posthorn/contract/permissions'
import { fatal } from '#core/fatal.ts'
import { findMeant } from '#core/near-miss.ts'
import { parsePermissions } from '#resources/account/organizations/keys.ts'

const presets = Object.keys(permissionPresets)

export function readPermissions(texts: readonly string[]): Permission[] {
  const words = texts.flatMap(text => text.split(',')).map(word => word.trim())
  const chosen = parsePermissions(words)
  if (chosen) return chosen
  const wrong = words.find(word => !parsePermissions([word])) ?? ''
  const meant = findMeant(wrong, [...presets, ...permissions])
  const valid = `Valid are ${presets.join(', ')}, and one by one ${permissions.join(', ')}.`
  throw fatal(`Unknown permission "${wrong}".${meant ? ` Did you mean ${meant}?` : ''} ${valid}`)
}

/** The name of the preset that says the same, or the list. */
export function describePermissions(list: readonly string[]): string {
  const same = Object.entries(permissionPresets).find(
    ([, preset]) => preset.length === list.length && preset.every(permission => list.includes(permission)),
  )
  return same ? same[0] : list.join(', ')
}
