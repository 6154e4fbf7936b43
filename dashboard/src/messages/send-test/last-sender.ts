const key = 'posthorn.test-sender'

/** Who tests are from; kept in this browser. */
export const lastSender = {
  read: (): string => localStorage.getItem(key) ?? '',
  keep: (sender: string): void => localStorage.setItem(key, sender),
}
