type EventData = { data?: Record<string, unknown>; fault?: string }

/** Reads the typed data of an event: a JSON object, or nothing. */
export function readEventData(text: string): EventData {
  if (text.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? { data: parsed } : { fault: 'Write an object in braces, such as {"total": 49.5}.' }
  } catch {
    return { fault: 'This is not valid JSON. Write names and texts in double quotes, such as {"total": 49.5}.' }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
