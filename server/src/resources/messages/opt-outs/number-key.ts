/** A person's number as one environment knows it. */
export type PersonalNumber = { environmentId: string; number: string }

export const numberKey = ({ environmentId, number }: PersonalNumber): string => `${environmentId} ${number}`
