/** Their owners tell receivers to refuse what others send in their name. */
const freeMail = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'aol.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
])

export const isFreeMail = (domain: string): boolean => freeMail.has(domain)
