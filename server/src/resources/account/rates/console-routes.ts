import type { ConsoleHandlers } from '#http/handler.ts'
import type { RateCard, SmsRate } from './rate-card.ts'

/** Without the carrier's prices, which are only for the operator. */
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
