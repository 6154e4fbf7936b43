/** Permissions as an operator types them: presets and single permissions, separated by commas. */
import { type Permission, permissionPresets, permissions } from '@posthorn/contract/permissions'
import { fatal } from '#core/fatal.ts'
import { findNearMiss } from '#core/near-miss.ts'
import { parsePermissions } from '#resources/account/organizations/keys.ts'

const presets = Object.keys(permissionPresets)

export function readPermissions(texts: readonly string[]): Permission[] {
  const words = texts.flatMap(text => text.split(',')).map(word => word.trim())
  const chosen = parsePermissions(words)
  if (chosen) return chosen
  const wrong = words.find(word => !parsePermissions([word])) ?? ''
  const meant = findNearMiss(wrong, [...presets, ...permissions])
  const valid = `Valid presets: ${presets.join(', ')}. Valid single permissions: ${permissions.join(', ')}.`
  throw fatal(`Unknown permission "${wrong}".${meant ? ` Did you mean ${meant}?` : ''} ${valid}`)
}

/** The name of the matching preset, or the list. */
export function describePermissions(list: readonly string[]): string {
  const same = Object.entries(permissionPresets).find(
    ([, preset]) => preset.length === list.length && preset.every(permission => list.includes(permission)),
  )
  return same ? same[0] : list.join(', ')
}
