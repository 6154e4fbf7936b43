import { permissionPresets } from '@posthorn/contract/permissions'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { callWith } from '#api/call.ts'
import { renew } from '#api/queries.ts'
import { type Environment, environment } from '#api/scope.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { CopyText } from '#code/code-block.tsx'
import { toastError } from '#toast/toasts.ts'

type Props = {
  /** True where a message of the other environment would not appear. */
  isOnlyForHere?: boolean
  children: (apiKey: string) => ReactNode
}

/** Code samples with a key that is created here: a test key, or a live one on request. */
export function NewKey({ isOnlyForHere = false, children }: Props) {
  const mayMakeKeys = useMay('keys:manage')
  const made = useMutation({
    mutationFn: async (mode: Environment) => ({ mode, ...(await makeKey(mode)) }),
    onSuccess: () => void renew('listKeys', 'getFirstSteps'),
    onError: toastError,
  })
  return (
    <>
      {made.data ? (
        <div role="status" className="mb-3 text-sm text-soft">
          <p>
            The sample uses this {made.data.mode} key.{' '}
            <span className="font-medium text-ink">It is shown only once.</span>{' '}
            {made.data.mode !== environment && 'It delivers nothing; its messages appear in the test environment.'}
          </p>
          <CopyText text={made.data.key} label="Copy key" />
        </div>
      ) : (
        mayMakeKeys && (
          <div className="mb-3 flex flex-wrap gap-2">
            {modes(isOnlyForHere).map((mode, nth) => (
              <Button
                key={mode}
                isSmall
                {...(nth === 0 ? { icon: KeyRound } : { tone: 'quiet' })}
                isBusy={made.isPending && made.variables === mode}
                disabled={made.isPending}
                onClick={() => made.mutate(mode)}
              >
                Create {mode} key
              </Button>
            ))}
          </div>
        )
      )}
      {children(made.data?.key ?? `tx_${environment}_…`)}
    </>
  )
}

const modes = (isOnlyForHere: boolean): readonly Environment[] =>
  isOnlyForHere || environment === 'test' ? [environment] : ['test', 'live']

const makeKey = (mode: Environment) =>
  callWith({ environment: mode }, 'createKey', {
    body: { name: 'First steps', permissions: [...permissionPresets.sending_access] },
  })
