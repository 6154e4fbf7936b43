import { useState } from 'react'

const key = 'posthorn.test-sender'

/** Who tests are from; kept in this browser. */
export const lastSender = {
  read: (): string => localStorage.getItem(key) ?? '',
  keep: (sender: string): void => localStorage.setItem(key, sender),
}

/** As it was when the form was opened: a refusal must not make its fields anew. */
export const useLastSender = (): string => useState(lastSender.read)[0]
