/** A person's number in one environment. */
export type PersonalNumber = { environmentId: string; number: string }

export const numberKey = ({ environmentId, number }: PersonalNumber): string => `${environmentId} ${number}`
