import { useState } from 'react'

const key = 'posthorn.test-sender'

/** The sender of the last test; stored in this browser. */
export const lastSender = {
  read: (): string => localStorage.getItem(key) ?? '',
  keep: (sender: string): void => localStorage.setItem(key, sender),
}

/** The value when the form was opened: a refused submit must not reset the fields. */
export const useLastSender = (): string => useState(lastSender.read)[0]
