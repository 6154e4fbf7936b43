/** What an email costs. Test keys pay nothing. */
export const creditsPerRecipient = 1
