import { useId, useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { TextField } from '#form/inputs.tsx'
import { addressesIn, textOrNull } from './edits.ts'
import type { PartProps } from './use-draft.ts'

/** The sender and where replies go. */
export function EnvelopeFields({ draft, change, error }: PartProps) {
  const fault = faultOf(error, 'from')
  const hintId = useId()
  return (
    <div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="From"
          value={draft.from ?? ''}
          placeholder="Acme <news@acme.test>"
          maxLength={998}
          onChange={({ target }) => change({ from: textOrNull(target.value) })}
          {...(fault === undefined && { 'aria-describedby': hintId })}
          fault={fault}
        />
        <ReplyTo {...{ draft, change, error }} />
      </div>
      {/* Under both fields, because under one it wraps. */}
      <p id={hintId} className="mt-1 text-sm text-faint">
        From is an address at one of your domains.
      </p>
    </div>
  )
}

/** Stored when the field loses focus: half an address is not valid. */
function ReplyTo({ draft, change, error }: PartProps) {
  const [typed, setTyped] = useState<string>()
  const leave = () => {
    if (typed === undefined) return
    const addresses = addressesIn(typed)
    change({ reply_to: addresses.length > 0 ? addresses : null })
    setTyped(undefined)
  }
  return (
    <TextField
      label="Reply to"
      value={typed ?? draft.reply_to?.join(', ') ?? ''}
      placeholder="Same as From"
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      fault={faultOf(error, 'reply_to')}
    />
  )
}
