/** The output folders of `npm run build`. */
import { fileURLToPath } from 'node:url'

const built = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

export const dashboardFolder = built('dashboard/dist')
export const guideFolder = built('site/dist')
