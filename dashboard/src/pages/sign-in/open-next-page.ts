import { basepath } from '#api/scope.ts'
import { ownPath } from './own-path.ts'

/** Continues after sign-in. Loads a new page, so that nothing of another person's session stays in memory. */
export function openNextPage(next: string | undefined): void {
  const path = ownPath(next, location.origin)
  location.assign(path === undefined ? basepath : within(path))
}

const within = (path: string): string => (basepath === '/' || path.startsWith(basepath) ? path : basepath + path)
