import { Button } from '#button/button.tsx'
import type { KeptEdits } from '#form/kept-edits.ts'
import { Time } from '#time/time.tsx'
import type { Draft } from './use-draft.ts'

/** For whoever wrote something that could not be stored, when the template was changed elsewhere since. */
export const FoundBar = ({ draft, found }: { draft: Draft; found: KeptEdits }) => (
  <div
    role="status"
    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-warn/8 px-4 py-2 md:px-6"
  >
    <p>
      This browser has changes that were not saved. They were made to the template as it was <Time at={found.base} />,
      and it was changed since.
    </p>
    <div className="flex gap-2">
      <Button isSmall onClick={draft.drop}>
        Throw them away
      </Button>
      <Button isSmall tone="primary" onClick={draft.takeUp}>
        Use them
      </Button>
    </div>
  </div>
)
