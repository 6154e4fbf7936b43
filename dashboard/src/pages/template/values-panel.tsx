import { Button } from '#button/button.tsx'
import { TextAreaField, TextField } from '#form/inputs.tsx'
import { classes } from '#style/classes.ts'
import { missingOf } from './sample-values.ts'
import type { Values } from './values.ts'

/** The variables in the content and their values for the preview. */
export function ValuesPanel({ variables, values }: { variables: string[]; values: Values }) {
  const missing = missingOf(values.values, variables)
  return (
    <div className="space-y-4 p-4">
      <section aria-label="Variables in the content">
        <h3 className="mb-1.5 text-sm font-medium">Used in the content</h3>
        {variables.length === 0 ? (
          <p className="text-sm text-soft">
            None. Write <code className="font-mono text-xs">{'{{ first_name }}'}</code> to insert a value.
          </p>
        ) : (
          <ul className="flex flex-wrap gap-1.5">
            {variables.map(name => (
              <li
                key={name}
                title={missing.includes(name) ? 'Has no value below' : 'Has a value'}
                className={classes(
                  'rounded px-1.5 py-0.5 font-mono text-xs',
                  missing.includes(name) ? 'bg-warn/12 text-warn' : 'bg-hover text-soft',
                )}
              >
                {name}
              </li>
            ))}
          </ul>
        )}
        {missing.length > 0 && (
          <Button isSmall className="mt-2" onClick={values.fill}>
            Add sample values for {missing.length === 1 ? missing[0] : `${missing.length} variables`}
          </Button>
        )}
      </section>
      <TextAreaField
        label="Values (JSON)"
        rows={10}
        spellCheck={false}
        className="font-mono text-xs!"
        value={values.typed}
        onChange={({ target }) => values.setTyped(target.value)}
        fault={values.problem}
        hint="The variables of a request. Used only for previews and tests."
      />
      <TextField
        label="Preview as contact"
        type="email"
        placeholder="ada@example.com"
        value={values.email}
        onChange={({ target }) => values.setEmail(target.value)}
        hint="The email address of a contact. Its fields are available as contact.first_name and so on."
      />
    </div>
  )
}
