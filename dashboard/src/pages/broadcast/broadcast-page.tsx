import { useParams } from '@tanstack/react-router'
import { useCall } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { LoadedPage } from '#layout/loaded-page.tsx'
import { isMoving } from '../broadcasts/progress.ts'
import { backToBroadcasts } from './back-to-broadcasts.ts'
import { Composer } from './composer/composer.tsx'
import { Results } from './results/results.tsx'

const everyMs = 1_500 // polls the figures while sending, because there is no event per message

/** A broadcast: the composer until sending starts, then the results. */
export function BroadcastPage() {
  const { id = '' } = useParams({ strict: false })
  const broadcast = useCall('getBroadcast', { params: { id } })
  useRenewal(['broadcast'], ['getBroadcast'], 2_000, broadcast.data && isMoving(broadcast.data) ? everyMs : undefined)
  return (
    <LoadedPage query={broadcast} title="Broadcast" back={backToBroadcasts}>
      {broadcast =>
        broadcast.state === 'draft' || broadcast.state === 'scheduled' ? (
          <Composer key={broadcast.id} broadcast={broadcast} />
        ) : (
          <Results key={broadcast.id} broadcast={broadcast} />
        )
      }
    </LoadedPage>
  )
}
