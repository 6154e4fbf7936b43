import { basepath } from '#api/scope.ts'
import { ownPath } from './own-path.ts'

/** Goes on as whoever has just signed in. A fresh page, so that nothing of another person's stays. */
export function enter(next: string | undefined): void {
  const path = ownPath(next, location.origin)
  location.assign(path === undefined ? basepath : within(path))
}

const within = (path: string): string => (basepath === '/' || path.startsWith(basepath) ? path : basepath + path)
