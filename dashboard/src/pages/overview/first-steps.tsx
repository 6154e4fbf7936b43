import { LinkButton } from '#button/button.tsx'
import { Section } from '#layout/page.tsx'
import { FirstRequest } from '#messages/first-request.tsx'
import type { PeriodName } from './period.ts'

const spans: Record<PeriodName, string> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days', '90d': '90 days' }

/** Shown if nothing was sent in this period: the shortest way to a first message. */
export function FirstSteps({ period }: { period: PeriodName }) {
  return (
    <Section
      title={`No email in the last ${spans[period]}`}
      actions={
        <LinkButton to="/inbox" isSmall>
          Open inbox
        </LinkButton>
      }
    >
      <p className="mb-3 text-soft">Run this with your API key. The message appears in the inbox within a second.</p>
      <FirstRequest />
    </Section>
  )
}
