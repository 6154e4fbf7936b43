/** How many points each rule gave a message. */
export type Points = Record<string, number>

/** Both give some thousandths to rules that only mention something. */
const mentioned = 0.05

/** The rules that count against a message, except those named. */
export const costs = (points: Points, leftOut: Record<string, string>): Points =>
  Object.fromEntries(Object.entries(points).filter(([name, cost]) => cost > mentioned && !(name in leftOut)))

/** The sum, to one digit. */
export const total = (points: Points, leftOut: Record<string, string>): number => {
  const sum = Object.entries(points).reduce((all, [name, cost]) => (name in leftOut ? all : all + cost), 0)
  return Math.round(sum * 10) / 10
}
