import { CopyButton } from '#code/copy-button.tsx'

/** Shown once: each lets one in a single time when the app is lost. */
export const BackupCodes = ({ codes }: { codes: readonly string[] }) => (
  <div className="space-y-3">
    <p className="text-soft">
      Keep these where your phone is not. Each lets you in once, without the app.{' '}
      <span className="font-medium text-ink">They are not shown again.</span>
    </p>
    <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-lg border border-line bg-sunken px-4 py-3 font-mono text-sm">
      {codes.map(code => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <CopyButton text={codes.join('\n')} label="Copy the backup codes">
      Copy all
    </CopyButton>
  </div>
)
