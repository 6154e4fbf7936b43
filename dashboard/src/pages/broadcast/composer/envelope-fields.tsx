import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { TextField } from '#form/inputs.tsx'
import { addressesIn, textOrNull } from './edits.ts'
import type { PartProps } from './use-written.ts'

/** The sender and where replies go. */
export const EnvelopeFields = ({ written, change, error }: PartProps) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">
    <TextField
      label="From"
      value={written.from ?? ''}
      placeholder="Acme <news@acme.test>"
      maxLength={998}
      onChange={({ target }) => change({ from: textOrNull(target.value) })}
      hint="An address at one of your domains."
      fault={faultOf(error, 'from')}
    />
    <ReplyTo {...{ written, change, error }} />
  </div>
)

/** Stored when the field loses focus: half an address is not valid. */
function ReplyTo({ written, change, error }: PartProps) {
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
      value={typed ?? written.reply_to?.join(', ') ?? ''}
      placeholder="Same as From"
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      fault={faultOf(error, 'reply_to')}
    />
  )
}
