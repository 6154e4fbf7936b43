import type { OwnNumber } from '#resources/messages/numbers/number.ts'

export const numberJson = ({ number, organizationId, createdAt }: OwnNumber) => ({
  number,
  organization_id: organizationId,
  created_at: createdAt.toISOString(),
})
