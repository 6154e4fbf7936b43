import type { Config, Definition } from './definition.ts'
import type { Spot } from './editing/edits.ts'
import type { Placed } from './faults.ts'
import type { Names } from './words.ts'

/** The data and actions that every view of the steps gets. */
export type Editor = {
  definition: Definition
  trigger: Config
  names: Names
  faults: readonly Placed[]
  /** The key of a step, or `trigger` of faults.ts. */
  selected: string | undefined
  onSelect: (key: string | undefined) => void
  /** Opens the dialog to add a step at a spot. */
  onAdd: (spot: Spot) => void
  onConnect: (spot: NonNullable<Spot>, to: string | undefined) => void
  onRemove: (key: string) => void
}
