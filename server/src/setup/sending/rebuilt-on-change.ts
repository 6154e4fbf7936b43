/** Caches what `make` returns until `source` returns another object. */
export function rebuiltOnChange<Source extends object, Made>(
  source: () => Source,
  make: (from: Source) => Made,
): () => Made {
  let known: { from: Source; made: Made } | undefined
  return () => {
    const from = source()
    if (known?.from !== from) known = { from, made: make(from) }
    return known.made
  }
}
