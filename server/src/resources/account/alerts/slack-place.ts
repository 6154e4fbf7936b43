/** The place that the Slack URL is sealed for. */
export const slackPlace = (environmentId: string): string[] => ['slack of alerts', environmentId]
