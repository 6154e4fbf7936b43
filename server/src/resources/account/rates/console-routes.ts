import type { ConsoleHandlers } from '#http/handler.ts'
import type { RateCard, SmsRate } from './rate-card.ts'

/** What the carrier takes is the operator's affair, and left out. */
export const rateConsoleRoutes = ({ card }: { card: RateCard }) =>
  ({
    getRateCard: async () => ({
      email_credits: card.email.credits,
      sms: [...card.sms.byPrefix].map(([prefix, rate]) => ({ prefix, ...toWireRate(rate) })),
      sms_default: toWireRate(card.sms.default),
    }),
  }) satisfies Partial<ConsoleHandlers>

const toWireRate = ({ creditsPerSegment, creditsPerMms }: SmsRate) => ({
  credits_per_segment: creditsPerSegment,
  credits_per_mms: creditsPerMms,
})
