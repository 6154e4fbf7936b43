import { useChange } from '#api/queries.ts'
import { forgetEdits } from '#form/kept-edits.ts'

/** Ends this session, or all of the person's, and leaves nothing of theirs in this browser. */
export const useSignOut = (id: 'signOut' | 'signOutEverywhere') =>
  useChange(id, {
    onDone: () => {
      forgetEdits(localStorage)
      location.assign('/sign-in')
    },
  })
