import { type Permission, permissionPresets, permissions } from '@posthorn/contract/permissions'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import type { Reply } from '#api/operation-types.ts'
import { useChange } from '#api/queries.ts'
import { environment } from '#api/scope.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { CheckField, TextField } from '#form/inputs.tsx'
import { Segments } from '#tabs/segments.tsx'
import { NewKey } from './new-key.tsx'
import { permissionWords, presetOf, presets, toggled } from './permission-words.ts'

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly Permission[]>(permissionPresets.sending_access)
  const [created, setCreated] = useState<Reply<'createKey'>>()
  const create = useChange('createKey', { renews: ['listKeys'], isQuiet: true, onDone: setCreated })

  if (created) return <NewKey created={created} onClose={onClose} />
  return (
    <FormDialog
      title={`New ${environment} key`}
      confirm="Create key"
      isWide
      change={create}
      fields={['name']}
      onSubmit={value => create.mutate({ body: { name: value('name').trim(), permissions: [...chosen] } })}
      onClose={onClose}
      isDisabled={chosen.length === 0}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        placeholder="Production backend"
        hint="What uses the key, so that you know which one to revoke later."
        fault={faultOf(create.error, 'name')}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Permissions</legend>
        <Segments
          label="Presets"
          options={presets}
          value={presetOf(chosen)}
          onChange={name => setChosen(name === 'custom' ? [] : permissionPresets[name])}
        />
        <div className="mt-2 grid gap-x-4 sm:grid-cols-2 [&_input]:shrink-0">
          {permissions.map(permission => (
            <CheckField
              key={permission}
              label={<code className="font-mono text-xs font-medium">{permission}</code>}
              hint={permissionWords[permission]}
              checked={chosen.includes(permission)}
              onChange={() => setChosen(toggled(chosen, permission))}
            />
          ))}
        </div>
        {chosen.length === 0 && <p className="mt-1 text-sm text-warn">Choose at least one permission.</p>}
      </fieldset>
    </FormDialog>
  )
}
