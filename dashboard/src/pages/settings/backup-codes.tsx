import { CopyButton } from '#code/copy-button.tsx'

/** Shown once. Each code works for a single sign-in without the app. */
export const BackupCodes = ({ codes }: { codes: readonly string[] }) => (
  <div className="space-y-3">
    <p className="text-soft">
      Store these codes separately from your phone. Each one lets you sign in once without the app.{' '}
      <span className="font-medium text-ink">They are shown only once.</span>
    </p>
    <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-lg border border-line bg-sunken px-4 py-3 font-mono text-sm">
      {codes.map(code => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <CopyButton text={codes.join('\n')} label="Copy backup codes">
      Copy all
    </CopyButton>
  </div>
)
