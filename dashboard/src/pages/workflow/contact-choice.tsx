import type { Contact } from '@posthorn/contract/audience/contacts'
import { useState } from 'react'
import { useCall } from '#api/queries.ts'
import { TextField } from '#form/inputs.tsx'
import { classes } from '#style/classes.ts'
import { Segments } from '#tabs/segments.tsx'

export type Choice =
  | { kind: 'known'; contact?: Contact }
  | { kind: 'invented'; email?: string; first_name?: string; phone_number?: string }

const kinds = [
  { value: 'invented', label: 'Sample contact' },
  { value: 'known', label: 'Existing contact' },
] as const

type Props = { value: Choice; onChange: (value: Choice) => void }

/** The contact of a simulation: an existing one or a made-up one. */
export function ContactChoice({ value, onChange }: Props) {
  const set = (name: 'email' | 'first_name' | 'phone_number') => ({
    value: (value.kind === 'invented' && value[name]) || '',
    onChange: ({ target }: { target: HTMLInputElement }) =>
      onChange({ ...value, kind: 'invented', [name]: target.value }),
  })
  return (
    <div className="space-y-3">
      <Segments label="Contact" options={kinds} value={value.kind} onChange={kind => onChange({ kind })} />
      {value.kind === 'known' ? (
        <Search
          {...(value.contact && { chosen: value.contact })}
          onChoose={contact => onChange({ kind: 'known', contact })}
        />
      ) : (
        <>
          <TextField label="Email" type="email" placeholder="ada@example.com" {...set('email')} />
          <TextField label="First name" placeholder="Ada" {...set('first_name')} />
          <TextField label="Phone number" type="tel" placeholder="+14155552671" {...set('phone_number')} />
        </>
      )}
    </div>
  )
}

function Search({ chosen, onChoose }: { chosen?: Contact; onChoose: (contact: Contact) => void }) {
  const [typed, setTyped] = useState('')
  const found = useCall('listContacts', { query: { limit: 6, ...(typed.trim() && { search: typed.trim() }) } })
  const contacts = found.data?.data ?? []
  return (
    <div>
      <TextField
        label="Find a contact"
        placeholder="Email, phone number or name"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div role="radiogroup" aria-label="Contacts" className="mt-2 divide-y divide-line rounded-lg border border-line">
        {contacts.map(contact => (
          <label
            key={contact.id}
            className={classes(
              'flex items-center gap-2 px-3 py-2 hover:bg-hover',
              chosen?.id === contact.id && 'bg-hover',
            )}
          >
            <input
              type="radio"
              name="contact"
              className="accent-accent"
              checked={chosen?.id === contact.id}
              onChange={() => onChoose(contact)}
            />
            <span className="min-w-0 truncate">{nameOf(contact)}</span>
          </label>
        ))}
        {found.data && contacts.length === 0 && <p className="px-3 py-2 text-sm text-soft">No matching contacts.</p>}
      </div>
    </div>
  )
}

export const nameOf = ({ email, phone_number, first_name, last_name, id }: Contact): string =>
  email ?? phone_number ?? ([first_name, last_name].filter(Boolean).join(' ') || id)
