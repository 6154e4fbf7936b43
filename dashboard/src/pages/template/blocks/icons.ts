import {
  Columns2,
  Heading,
  Image,
  type LucideIcon,
  Minus,
  MoveVertical,
  PanelBottom,
  RectangleHorizontal,
  Type,
} from 'lucide-react'
import type { BlockName } from './kinds.ts'

export const blockIcons: Record<BlockName, LucideIcon> = {
  heading: Heading,
  text: Type,
  button: RectangleHorizontal,
  image: Image,
  columns: Columns2,
  divider: Minus,
  spacer: MoveVertical,
  footer: PanelBottom,
}
