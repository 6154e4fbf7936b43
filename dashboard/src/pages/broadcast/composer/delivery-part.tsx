import { faultOf } from '#api/failure.ts'
import { Section } from '#layout/page.tsx'
import { LimitFields } from './limit-fields.tsx'
import { PaceFields } from './pace-fields.tsx'
import type { PartProps } from './use-draft.ts'
import type { When } from './when.ts'
import { WhenFields } from './when-fields.tsx'

type Props = PartProps & {
  /** The number of this part on the page. */
  nth: number
  when: When
  onWhen: (when: When) => void
}

/** When it is sent, how fast, and what pauses it automatically. */
export const DeliveryPart = ({ nth, when, onWhen, ...part }: Props) => (
  <Section title={`${nth}. Delivery`}>
    <div className="space-y-5">
      <WhenFields when={when} onChange={onWhen} />
      <PaceFields pace={part.draft.pace} onChange={pace => part.change({ pace })} fault={faultOf(part.error, 'pace')} />
      <LimitFields {...part} />
    </div>
  </Section>
)
