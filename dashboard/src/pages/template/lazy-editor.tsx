import { lazy, Suspense } from 'react'
import { Skeleton } from '#empty/skeleton.tsx'

const CodeEditor = lazy(() => import('./code-editor.tsx').then(({ CodeEditor }) => ({ default: CodeEditor })))

/** The editor, loaded on demand. */
export const LazyEditor = (props: Parameters<typeof CodeEditor>[0]) => (
  <Suspense fallback={<Skeleton className="m-4 h-64" />}>
    <CodeEditor {...props} />
  </Suspense>
)
