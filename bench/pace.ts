/** The duration of each part. `quick` shows only that everything works; its figures mean nothing. */
export type Pace = {
  rounds: number
  roundSeconds: number
  warmUpSeconds: number
  /** Rows of the large environment. Its 1,000th page of 20 must exist. */
  manyRows: number
  pagesPerRound: number
  /** Emails or text messages per round, from the request to the recorded result. */
  messagesPerRound: number
  /** The time limit of the whole bench. */
  atMostSeconds: number
}

export const connections = 64

export const fullPace: Pace = {
  rounds: 3,
  roundSeconds: 6,
  warmUpSeconds: 3,
  manyRows: 1_000_000,
  pagesPerRound: 1_000,
  messagesPerRound: 15_000,
  atMostSeconds: 3_000,
}

export const quickPace: Pace = {
  rounds: 3,
  roundSeconds: 1,
  warmUpSeconds: 1,
  manyRows: 30_000,
  pagesPerRound: 100,
  messagesPerRound: 1_000,
  atMostSeconds: 600,
}
