const units = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
] as const

/** For people: 1.0 GiB, 900 MiB, 2.5 KiB, 17 bytes. */
export function describeBytes(bytes: number): string {
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? ['bytes', 1]
  const number = bytes / size
  const maxDigits = unit === 'GiB' || (unit !== 'bytes' && number < 10) ? 1 : 0
  const digits = { minimumFractionDigits: unit === 'GiB' ? 1 : 0, maximumFractionDigits: maxDigits }
  return `${number.toLocaleString('en', digits)} ${unit}`
}
