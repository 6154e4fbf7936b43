/** How many points each rule gave a message. */
export type Points = Record<string, number>

/** Both give some thousandths for what they only want to mention. */
const mentioned = 0.05

/** The rules that count against it, but for those named. */
export const costs = (points: Points, leftOut: Record<string, string>): Points =>
  Object.fromEntries(Object.entries(points).filter(([name, cost]) => cost > mentioned && !(name in leftOut)))

/** What it comes to, to one digit. */
export const total = (points: Points, leftOut: Record<string, string>): number => {
  const sum = Object.entries(points).reduce((all, [name, cost]) => (name in leftOut ? all : all + cost), 0)
  return Math.round(sum * 10) / 10
}
