import { Button } from '#button/button.tsx'
import type { KeptEdits } from '#form/kept-edits.ts'
import { Time } from '#time/time.tsx'
import type { Draft } from './use-draft.ts'

/** Offers unsaved edits from an earlier visit if the template has changed since. */
export const UnsavedEditsBar = ({ draft, found }: { draft: Draft; found: KeptEdits }) => (
  <div
    role="status"
    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-warn/8 px-4 py-2 md:px-6"
  >
    <p>
      This browser has unsaved changes to the template as of <Time at={found.base} />. The template has changed since
      then.
    </p>
    <div className="flex gap-2">
      <Button isSmall onClick={draft.drop}>
        Discard
      </Button>
      <Button isSmall tone="primary" onClick={draft.takeUp}>
        Restore
      </Button>
    </div>
  </div>
)
