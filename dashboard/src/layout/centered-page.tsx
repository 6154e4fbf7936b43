import { type ReactNode, useEffect } from 'react'
import { withoutDirections } from '#style/directions.ts'
import { Mark } from './mark.tsx'

/** A page outside the shell: one form in the center. */
export function CenteredPage({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${withoutDirections(title)} · Posthorn`
  }, [title])
  return (
    <main className="grid min-h-dvh place-items-center bg-sunken px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-5 flex items-center gap-2.5">
          <Mark className="size-8" />
          <span className="text-lg font-semibold tracking-tight">Posthorn</span>
        </div>
        <div className="card p-5 shadow-low md:p-6">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {intro && <p className="mt-1 text-soft">{intro}</p>}
          <div className="mt-5">{children}</div>
        </div>
      </div>
    </main>
  )
}
