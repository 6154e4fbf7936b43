const maxWaitMs = 10_000 // an answer that never comes must not be waited for forever

/** Repeats work on request, one at a time: whatever is requested meanwhile is done once more afterwards. */
export function oneAtATime(work: () => Promise<unknown>, maxMs = maxWaitMs): () => Promise<void> {
  let isRunning = false
  let isDue = false
  return async () => {
    isDue = true
    if (isRunning) return
    isRunning = true
    try {
      while (isDue) {
        isDue = false
        await Promise.race([work(), new Promise(resolve => setTimeout(resolve, maxMs))])
      }
    } finally {
      isRunning = false
    }
  }
}
