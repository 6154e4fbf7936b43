type Leaving = { isSelf: boolean; isFromGroups: boolean; provider: string }

/** When somebody who leaves or is removed has access again. Groups at the provider give it back at the next sign-in. */
export function accessEnds(organization: string, { isSelf, isFromGroups, provider }: Leaving): string {
  const loss = `${isSelf ? 'You lose' : 'They lose'} access to ${organization}`
  return isFromGroups
    ? `${loss} until the next sign-in with ${provider}: to end it, change ${isSelf ? 'your' : 'their'} groups there.`
    : `${loss} until someone invites ${isSelf ? 'you' : 'them'} again.`
}
