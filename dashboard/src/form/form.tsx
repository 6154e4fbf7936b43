import type { ReactNode } from 'react'

type Props = {
  /** The texts of the form by the names of its fields. */
  onSubmit: (values: (name: string) => string) => void
  children: ReactNode
  id?: string
}

/** A form whose fields keep their own values: it reads them by name when it is sent. */
export function Form({ onSubmit, children, id }: Props) {
  return (
    <form
      id={id}
      className="space-y-4"
      onSubmit={event => {
        event.preventDefault()
        const data = new FormData(event.currentTarget)
        onSubmit(name => String(data.get(name) ?? ''))
      }}
    >
      {children}
    </form>
  )
}
