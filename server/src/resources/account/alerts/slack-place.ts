/** Where a sealed address opens. */
export const slackPlace = (environmentId: string): string[] => ['slack of alerts', environmentId]
